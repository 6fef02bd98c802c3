// An error for an issue or a message: what happened, where, and what went before.
import type { FailedRequest, RecentAction, SourceSnippet } from "../../generated/views.js";
import { clock } from "../../parts/format.js";
import { fenced, inCode, titledBlock } from "../../parts/markdown.js";
import { messageOf, type ShownError, stackOf } from "./shownError.js";

export function errorMarkdown(error: ShownError): string {
  const {
    _aiContext: known = {},
    _failedRequest: request,
    _serverLog: printed,
    _actions: actions = [],
  } = error;
  const snippets = known.sourceSnippets ?? [];
  return [
    `**${error.errorType ?? "Error"}:** ${inCode(messageOf(error))}`,
    `On ${inCode(error.url)} at ${error.lastSeen ?? error.ts}`,
    ...snippets.flatMap((each) => [inCode(`${each.file}:${each.line}`), fenced(linesOf(each))]),
    ...(snippets.length === 0 ? titledBlock("Stack", stackOf(error)) : []),
    ...(request ? failedRequest(request) : []),
    ...(printed?.entries ?? []).flatMap(({ name, text }) => [
      `Server ${inCode(name)} printed:`,
      fenced(text),
    ]),
    ...(actions.length > 0 ? ["Before it:", actions.toReversed().map(step).join("\n")] : []),
  ].join("\n\n");
}

function linesOf({ snippet }: SourceSnippet): string {
  const width = String(snippet.at(-1)?.line ?? "").length;
  return snippet
    .map(({ line, text, isError }) => `${isError ? ">" : " "} ${String(line).padStart(width)} | ${text}`)
    .join("\n");
}

function failedRequest({ method, url, status, response, error }: FailedRequest): string[] {
  const line = `Just before, ${inCode(`${method} ${url}`)} failed${status ? ` with ${status}` : ""}`;
  const said = response ?? error;
  return said ? [`${line}:`, fenced(said)] : [`${line}.`];
}

function step({ ts, type, target = "", text }: RecentAction): string {
  return `1. ${clock(ts)} ${inCode([type, text, target].filter(Boolean).join(" "))}`;
}
