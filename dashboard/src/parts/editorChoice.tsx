// The dialog in which the user chooses the editor that files open in.
import type { RefObject } from "preact";
import { EDITORS, type Editor } from "./editor.js";

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  editor: Editor;
  change: (editor: Editor) => void;
}

export function EditorChoice({ dialog, editor, change }: Props) {
  return (
    <dialog ref={dialog} class="key-help" aria-labelledby="editor-title">
      <h2 id="editor-title">Editor</h2>
      <p class="soft">Locations such as src/cart.ts:12 open in this editor.</p>
      <form method="dialog" class="choices">
        <label>
          Editor
          <select
            value={editor.name}
            onChange={({ currentTarget }) => change({ ...editor, name: currentTarget.value })}
          >
            {Object.keys(EDITORS).map((name) => (
              <option key={name}>{name}</option>
            ))}
            <option value="">None</option>
          </select>
        </label>
        <label>
          Project folder
          <input
            value={editor.folder}
            placeholder="/home/me/shop"
            spellcheck={false}
            onInput={({ currentTarget }) => change({ ...editor, folder: currentTarget.value })}
          />
        </label>
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
