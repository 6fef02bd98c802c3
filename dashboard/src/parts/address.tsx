// A URL on one line: its distinctive part first, then its host.
import { visible } from "./visible.js";

export function Address({ url }: { url: string }) {
  const { path, host } = split(url);
  return (
    <span class="page-text">
      {visible(path)} <span class="soft">{visible(host)}</span>
    </span>
  );
}

function split(url: string): { path: string; host: string } {
  if (!URL.canParse(url)) return { path: url, host: "" };
  const { host, pathname, search } = new URL(url);
  return host ? { path: pathname + search, host } : { path: url, host: "" };
}
