// Svelte 5 and 4, built for development: an element's components, out of the places that the build notes on elements.

import { COMPONENT_DEPTH } from "../../generated/limits.js";
import { append } from "../core/natives.js";
import { isObject, readProperty, readText } from "../core/readSafely.js";
import { type Ancestry, type Component, component } from "./component.js";
import type { Deadline } from "./deadline.js";
import { COMPONENT_HOPS } from "./deadline.js";
import { fileStem } from "./fileStem.js";
import { parentOf } from "./parentOf.js";

export function svelteAncestry(node: Node, deadline: Deadline): Ancestry | undefined {
  const note = readProperty(node, "__svelte_meta");
  const file = fileOf(node);
  if (file === "") return undefined;
  const components: Component[] = [component(fileStem(file))];
  const parent = readProperty(note, "parent");
  if (isObject(parent)) addBlocks(components, parent, deadline);
  else addElements(components, node, file, deadline);
  return { framework: "svelte", components };
}

/** Svelte 5: the blocks around the element; that of a component says in whose file it is used. */
function addBlocks(components: Component[], innermost: object, deadline: Deadline): void {
  let block: unknown = innermost;
  for (let hops = 0; isObject(block) && hops < COMPONENT_HOPS; hops++) {
    if (components.length >= COMPONENT_DEPTH || deadline.isOver()) return;
    const file = readText(block, "file");
    if (readProperty(block, "type") === "component" && file) append(components, component(fileStem(file)));
    block = readProperty(block, "parent");
  }
}

/** Svelte 4: the files of the elements around it. */
function addElements(components: Component[], node: Node, ownFile: string, deadline: Deadline): void {
  let last = ownFile;
  let each = parentOf(node);
  for (let hops = 0; each !== null && hops < COMPONENT_HOPS; hops++) {
    if (components.length >= COMPONENT_DEPTH || deadline.isOver()) return;
    const file = fileOf(each);
    if (file && file !== last) append(components, component(fileStem(file)));
    last = file || last;
    each = parentOf(each);
  }
}

function fileOf(node: Node): string {
  return readText(readProperty(readProperty(node, "__svelte_meta"), "loc"), "file");
}
