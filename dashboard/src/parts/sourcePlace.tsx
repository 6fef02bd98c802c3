// A place in a source file: a link that opens it in the user's editor, if its folder is known.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CallPlace } from "../generated/views.js";
import { type Editor, editorAddress } from "./editor.js";
import { visible } from "./visible.js";

export const EditorContext = createContext<Editor>({ name: "", folder: "" });

export function SourcePlace({ file, line }: { file: string; line: number }) {
  const href = editorAddress(useContext(EditorContext), file, line);
  const text = visible(`${file}:${line}`);
  if (!href) return <span class="page-text">{text}</span>;
  return (
    <a class="page-text" href={href} title="Open in the editor">
      {text}
    </a>
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
