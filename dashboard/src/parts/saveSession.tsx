// A button that saves the captured session as a capsule, and says where the file is.
import { useCallback, useState } from "preact/hooks";

const FAILED = "Couldn’t save the session";

export function SaveSession() {
  const [message, setMessage] = useState("");
  const save = useCallback(() => {
    setMessage("Saving…");
    saveCapsule().then(setMessage, () => setMessage(FAILED));
  }, []);
  return (
    <>
      <span class="saved" aria-live="polite">
        {message}
      </span>
      <button type="button" onClick={save}>
        Save this session
      </button>
    </>
  );
}

async function saveCapsule(): Promise<string> {
  const answer = await fetch("/dashboard/capsule", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  const { path, message } = (await answer.json()) as { path?: string; message?: string };
  return path ? `Saved ${path}` : (message ?? FAILED);
}
