// A button that copies a text, and says whether it did.
import { useState } from "preact/hooks";

interface Props {
  label: string;
  /** Made when the button is pressed. */
  text: () => string;
}

export function CopyButton({ label, text }: Props) {
  const [outcome, setOutcome] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setOutcome("Copied"),
      () => setOutcome("Couldn’t copy"),
    );
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span class="copied soft small" aria-live="polite">
        {outcome}
      </span>
    </>
  );
}
