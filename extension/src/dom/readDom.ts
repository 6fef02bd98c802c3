// Reads the DOM even if a page shadows properties: `<form><input name="attributes">` hides the form's own property.

type Getter = (of: Node) => unknown;

function getter(prototype: object, name: string): Getter {
  const read = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  return (of) => read?.call(of);
}

const readAttributes = getter(Element.prototype, "attributes");
const readChildren = getter(Element.prototype, "children");
const readChildNodes = getter(Node.prototype, "childNodes");
const readFragmentChildren = getter(DocumentFragment.prototype, "children");
const readShadowRoot = getter(Element.prototype, "shadowRoot");
const readLocalName = getter(Element.prototype, "localName");
const readParent = getter(Node.prototype, "parentNode");
const readNodeType = getter(Node.prototype, "nodeType");
const readTitle = getter(Document.prototype, "title");
const readUrl = getter(Document.prototype, "URL");

/** Where selectors are looked up: a document, or a shadow root. */
export type Root = Document | ShadowRoot;

export function find<E extends Element>(root: Root, selector: string): E[] {
  const prototype = isDocument(root) ? Document.prototype : DocumentFragment.prototype;
  return listOf(prototype.querySelectorAll.call(root, selector)) as E[];
}

/** Reads by index, which is several times faster than the list's iterator. */
function listOf<T>(of: ArrayLike<T>): T[] {
  const list = new Array<T>(of.length);
  for (let at = 0; at < list.length; at++) list[at] = of[at] as T;
  return list;
}

export function isDocument(root: Node): root is Document {
  return readNodeType(root) === Node.DOCUMENT_NODE;
}

export function isElement(node: Node): node is Element {
  return readNodeType(node) === Node.ELEMENT_NODE;
}

export function isShadowRoot(node: Node): node is ShadowRoot {
  return readNodeType(node) === Node.DOCUMENT_FRAGMENT_NODE && "host" in node;
}

export function attributesOf(element: Element): Attr[] {
  return Array.from(readAttributes(element) as NamedNodeMap);
}

export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

export function childrenOf(parent: Element | ShadowRoot): Element[] {
  return listOf((isElement(parent) ? readChildren : readFragmentChildren)(parent) as HTMLCollection);
}

export function childNodesOf(parent: Node): Node[] {
  return listOf(readChildNodes(parent) as NodeListOf<ChildNode>);
}

/** The open shadow root; closed ones are not accessible. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  return (readShadowRoot(element) as ShadowRoot | null | undefined) ?? null;
}

export function tagOf(element: Element): string {
  return readLocalName(element) as string;
}

export function parentOf(node: Node): Node | null {
  return readParent(node) as Node | null;
}

export function rootOf(element: Element): Node {
  return Node.prototype.getRootNode.call(element);
}

export function matches(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

export function titleOf(document: Document): string {
  return String(readTitle(document) ?? "");
}

export function urlOf(document: Document): string {
  return String(readUrl(document) ?? "");
}

export function parentElementOf(element: Node): Element | null {
  const parent = parentOf(element);
  return parent !== null && isElement(parent) ? parent : null;
}
