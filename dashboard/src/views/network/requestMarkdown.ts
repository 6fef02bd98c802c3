// A request for an issue or a message: its outcome, and its bodies if they were captured.

import type { RequestDetail } from "../../generated/views.js";
import { inCode, titledBlock } from "../../parts/markdown.js";
import { outcome } from "./outcome.js";

export function requestMarkdown({ timing, body }: Pick<RequestDetail, "timing" | "body">): string {
  const known = { ...body, ...timing };
  const request = `${known.method ?? known.initiator ?? ""} ${known.url ?? ""}`.trim();
  return [
    `${inCode(request)} → ${outcome(known)}`,
    ...titledBlock("Sent", body?.requestBody),
    ...titledBlock("Received", body?.responseBody ?? body?.error),
  ].join("\n\n");
}
