/** Bounds of the texts in a recorded action. */

export const ACTION_VALUE_CHARS = 10_240; // as the strings of the console
export const ACTION_TEXT_CHARS = 100; // the words on an element
