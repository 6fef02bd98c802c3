// Lines of source code; the failing line is marked by a sign and by color.

import type { SourceSnippet } from "../../generated/views.js";
import { SourcePlace } from "../../parts/sourcePlace.js";
import { visible } from "../../parts/visible.js";

export function Snippet({ snippet }: { snippet: SourceSnippet }) {
  const { file, line, function: name, isGenerated } = snippet;
  return (
    <figure class="snippet">
      <figcaption>
        <SourcePlace file={file} line={line} />
        {name && <span class="soft page-text">{visible(name)}</span>}
        {isGenerated && <span class="soft">generated code</span>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={`Source of ${visible(file)} at line ${line}`} tabIndex={0}>
        <ol start={snippet.snippet[0]?.line ?? 1}>
          {snippet.snippet.map((each) => (
            <li key={each.line} class={each.isError ? "failing" : ""}>
              <span class="gutter">
                {each.isError ? "▸" : ""}
                {each.line}
              </span>
              <code>{visible(each.text)}</code>
            </li>
          ))}
        </ol>
      </section>
    </figure>
  );
}
