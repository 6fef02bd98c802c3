// A place in a source file, or a text that names some: links that open it in the user's editor, if its folder is known.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CallPlace } from "../generated/views.js";
import { type Editor, editorAddress } from "./editor.js";
import { type Place, splitAtPlaces } from "./splitAtPlaces.js";
import { visible } from "./visible.js";

export const EditorContext = createContext<Editor>({ name: "", folder: "" });

export function SourcePlace({ file, line, text = `${file}:${line}` }: Place & { text?: string }) {
  const href = editorAddress(useContext(EditorContext), file, line);
  if (!href) return <span class="page-text">{visible(text)}</span>;
  return (
    <a class="page-text" href={href} title="Open in the editor">
      {visible(text)}
    </a>
  );
}

/** A text of the page in which known places are links. */
export function LinkedText({ text, places }: { text: string; places: readonly Place[] }) {
  return splitAtPlaces(text, places).map((part, index) =>
    typeof part === "string" ? visible(part) : <SourcePlace key={index} {...part} />,
  );
}

/** The innermost of the application's lines from which something was called. */
export function CalledFrom({ places: [place] }: { places: readonly CallPlace[] }) {
  if (!place) return <span class="soft">a library, caller unknown</span>;
  return (
    <>
      <SourcePlace {...place} />
      {place.isGenerated && <span class="soft"> (no source map)</span>}
    </>
  );
}
