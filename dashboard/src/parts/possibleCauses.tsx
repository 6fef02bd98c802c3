// Patterns that may explain what is wrong, above a list: never a certainty.
import { visible } from "./visible.js";

export function PossibleCauses({ causes }: { causes: readonly string[] }) {
  if (causes.length === 0) return null;
  return (
    <section class="possible-causes" aria-label="Possible causes">
      {causes.map((cause) => (
        <p key={cause} class="page-text">
          <span class="soft">Possible cause: </span>
          {visible(cause)}
        </p>
      ))}
    </section>
  );
}
