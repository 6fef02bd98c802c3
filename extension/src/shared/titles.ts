/** The bound of the title of a page or a tab. */

export const TITLE_CHARS = 500; // the title of a page or a tab
