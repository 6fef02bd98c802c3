// Which addresses of a page may become links.

/** The address if it is one of http or https; never `javascript:`, `data:` or what a browser would guess. */
export function webAddress(url: string): string {
  try {
    const { protocol, href } = new URL(url);
    return protocol === "http:" || protocol === "https:" ? href : "";
  } catch {
    return "";
  }
}
