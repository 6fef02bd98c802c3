// An address of a page: a link where it leads to a website, else text.
import { visible } from "./visible.js";
import { webAddress } from "./webAddress.js";

export function SafeLink({ url, text = url }: { url: string; text?: string }) {
  const href = webAddress(url);
  if (!href) return <span class="page-text">{visible(text)}</span>;
  return (
    <a class="page-text" href={href} target="_blank" rel="noopener noreferrer">
      {visible(text)}
    </a>
  );
}
