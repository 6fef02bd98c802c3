// A URL from a page: a link if it is http or https, otherwise text.
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

/** The URL if it is http or https; never `javascript:`, `data:` or a relative URL. */
export function webAddress(url: string): string {
  try {
    const { protocol, href } = new URL(url);
    return protocol === "http:" || protocol === "https:" ? href : "";
  } catch {
    return "";
  }
}
