// How the page world and the content script find each other: the names of the events they meet by.
//
// Both run before the page's first script, in either order. The page world makes a node that is in no document and
// passes it on as the `relatedTarget` of a synchronous event; nodes are the same in every world. Whoever has
// the node can talk, and the page never gets it. Unlike the document and the window, whose listeners
// `document.open()` erases, the node keeps its listeners.

/** On the document: content script → page world, "is there a channel?" */
export const ASK = "gasoline:ask";
/** On the document: page world → content script, the node is the `relatedTarget`. */
export const OFFER = "gasoline:offer";
/** On the node: content script → page world, "I have it; offer it to nobody else." */
export const TAKEN = "taken";
/** On the node, with a message as JSON detail. */
export const TO_PAGE = "page";
export const TO_CONTENT = "content";
