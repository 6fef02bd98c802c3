// How the page world and the content script find each other: the names of their handshake events.
//
// Both run before the page's first script, in either order. The page world creates a detached node and passes it
// on as the `relatedTarget` of a synchronous event; nodes are shared between worlds. A page that reached the window before
// its document can get the node, so whatever comes over it is checked like any other input (content/fromPage.ts), and no
// script passes over it. `document.open()` removes the listeners of the document and the window, but not those of the node.

/** On the document: content script → page world, "is there a channel?" */
export const ASK = "gasoline:ask";
/** On the document: page world → content script, the node is the `relatedTarget`. */
export const OFFER = "gasoline:offer";
/** On the node: content script → page world, "I have it: stop offering it." */
export const TAKEN = "taken";
/** On the node, with a message as JSON detail. */
export const TO_PAGE = "page";
export const TO_CONTENT = "content";
