// Whether another page of the same site could change this frame's built-ins before our code ran in it.
//
// The window of a frame with a `src`, or one that `window.open` made with an address, exists before its document: its maker
// can reach it if both have one origin, and no content script runs until the document comes. Such a page could have
// replaced what the page world works with. A maker of a window can hide (`opener = null`): the worker knows these windows,
// too (openedTabs.ts). A maker of a frame can not, even if it changes its `document.domain` meanwhile.

export function isUntrustedFrame(): boolean {
  return isInFrameOfSameOrigin() || canReach(window.parent) || canReach(window.opener as Window | null);
}

function isInFrameOfSameOrigin(): boolean {
  return origin !== "null" && location.ancestorOrigins[0] === origin;
}

/** Another window whose document is of the same origin. */
function canReach(other: Window | null): boolean {
  if (other === null || other === window) return false;
  try {
    return other.document !== null;
  } catch {
    return false;
  }
}
