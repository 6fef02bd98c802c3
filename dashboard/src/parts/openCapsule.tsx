// Opens a capsule that is dropped anywhere onto the dashboard, or chosen: read-only, in a dashboard of its own.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { DROPPED_BYTES } from "../generated/limits.js";

const FAILED = "Couldn’t open the file. Is the server still running?";
const TOO_LARGE = "This file is too large to be dropped here. Run gasoline capsule open FILE.";

export function OpenCapsule() {
  const [message, setMessage] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const open = useCallback((file: File | undefined) => {
    if (!file) return;
    setMessage(`Opening ${file.name}…`);
    addressOfRecording(file).then(
      (address) => location.assign(address),
      (reason: Error) => setMessage(reason.message),
    );
  }, []);
  const isOver = useDrop(open);
  return (
    <>
      <button type="button" class="quiet help" onClick={() => chooser.current?.click()}>
        Open a capsule…
      </button>
      <input
        ref={chooser}
        type="file"
        accept=".gasoline"
        aria-label="Capsule file"
        hidden
        onChange={({ currentTarget }) => open(currentTarget.files?.[0])}
      />
      {isOver && <p class="dropping">Drop a capsule to open it</p>}
      {message && (
        <div class="capsule-note" role="alert">
          <span>{message}</span>
          <button type="button" onClick={() => setMessage("")}>
            Dismiss
          </button>
        </div>
      )}
    </>
  );
}

/** Whether files are being dragged over the page. A browser would leave the dashboard for a file dropped onto it. */
function useDrop(open: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      open(event.dataTransfer.files[0]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, [open]);
  return isOver;
}

async function addressOfRecording(file: File): Promise<string> {
  if (file.size > DROPPED_BYTES) throw new Error(TOO_LARGE);
  const body = JSON.stringify({ name: file.name, data: await base64Of(file) });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/dashboard/recording", { method: "POST", headers, body }).catch(() => null);
  const { url, message } = ((await answer?.json()) ?? {}) as { url?: string; message?: string };
  if (url === undefined) throw new Error(message ?? FAILED);
  return url;
}

function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error(`Couldn’t read ${file.name}.`));
    reader.readAsDataURL(file);
  });
}
