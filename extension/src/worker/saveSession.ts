// Asks the server to save the captured session as a capsule.
import type { SavedSession } from "../shared/messages.js";
import type { Server } from "./server/server.js";

const SAVE_WAIT_MS = 30_000; // full buffers take about a second

export async function saveSession(server: Server): Promise<SavedSession> {
  if (!server.verified) return { failure: "Not saved: connect to the server first." };
  try {
    const signal = AbortSignal.timeout(SAVE_WAIT_MS);
    const answer = await server.request("/dashboard/capsule", { method: "POST", body: "{}", signal });
    const { path, message } = (await answer.json()) as { path?: unknown; message?: unknown };
    return typeof path === "string" ? { path } : { failure: `Not saved: ${message ?? answer.status}` };
  } catch {
    return { failure: "Not saved: the server did not answer. Try again." };
  }
}
