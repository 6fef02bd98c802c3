// An address of a page: a link where it leads to a website, else text.
import { visible } from "./visible.js";

export function SafeLink({ url, text = url }: { url: string; text?: string }) {
  const href = webAddress(url);
  if (!href) return <span class="page-text">{visible(text)}</span>;
  return (
    <a class="page-text" href={href} target="_blank" rel="noopener noreferrer">
      {visible(text)}
    </a>
  );
}

/** The address if it is one of http or https; never `javascript:`, `data:` or what a browser would guess. */
export function webAddress(url: string): string {
  try {
    const { protocol, href } = new URL(url);
    return protocol === "http:" || protocol === "https:" ? href : "";
  } catch {
    return "";
  }
}
