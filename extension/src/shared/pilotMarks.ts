// What AI Web Pilot puts into a page: the frame around an element, and the mark in the corner.

/** The specification's name (pilot, highlight_element). */
export const HIGHLIGHTER_ID = "gasoline-highlighter";

/** A name that no page's own element has. */
export const MARK_TAG = "gasoline-pilot-mark";
