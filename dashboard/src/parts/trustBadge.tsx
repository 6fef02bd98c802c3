// Marks what another page may have made up: see docs/security.md, "The page's own world".
import { Badge } from "./badge.js";

/** What the server marks; absent for nearly all entries. */
export interface Marked {
  _untrustedFrame?: boolean | null;
}

export function TrustBadge({ of }: { of: Marked | null | undefined }) {
  if (!of?._untrustedFrame) return null;
  return (
    <p class="soft small">
      <Badge tone="warn" text="Untrusted frame" /> Another page of the site may have made this up.
    </p>
  );
}
