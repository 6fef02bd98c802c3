// A list of lines with its length in the title.
import { Part } from "../../parts/detail.js";
import { PageText } from "../../parts/pageText.js";

export function Lines({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title={`${title} (${lines.length})`}>
      <ul class="lines">
        {lines.map((line, index) => (
          <li key={index}>
            <PageText text={line} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
