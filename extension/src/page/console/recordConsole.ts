// Records console.log, warn, error, info and debug; what the page prints stays the same.

import { keepsLevel, type Level } from "../../shared/keepsLevel.js";
import type { CaptureLevel } from "../../shared/settings.js";
import type { ErrorReports } from "../context/contextLoader.js";
import { contextField } from "../core/annotations.js";
import { createCallSites } from "../core/callSites.js";
import type { Emit } from "../core/outbox.js";
import type { Hooks, Undo } from "../core/patch.js";
import { encodeArguments } from "../core/serialize.js";
import { isoNow, nextId, pageUrlJson } from "../core/stamp.js";
import { failedReadOf } from "../network/failedReads.js";

const LEVELS: readonly Level[] = ["log", "warn", "error", "info", "debug"];

const target = window.console;
const callSiteField = createCallSites();

/** What the level leaves out is not touched at all. */
export function recordConsole(emit: Emit, hooks: Hooks, kept: CaptureLevel, reports: ErrorReports): Undo {
  for (let i = 0; i < LEVELS.length; i++) {
    const level = LEVELS[i] as Level;
    if (!keepsLevel(kept, level)) continue;
    hooks.patch(target, level, {
      __proto__: null,
      beforeCall: (_, args) => {
        if (level === "error") return reportError(args, reports);
        if (level === "warn") reports.warned(args);
        log(emit, level, args);
      },
    });
  }
  return hooks.undo;
}

function log(emit: Emit, level: Level, args: readonly unknown[]): void {
  const callSite = callSiteField();
  // Only what will be updated needs a name.
  const name = callSite && `,"id":"${nextId()}"`;
  const head = `{"type":"console","level":"${level}","ts":"${isoNow()}"${name}`;
  emit("logs", `${head},"url":${pageUrlJson()},"args":${encodeArguments(args)}${callSite}}`, level);
}

function reportError(args: readonly unknown[], reports: ErrorReports): void {
  const json = encodeArguments(args);
  const around = `${contextField()}${failedReadField(args)}${callSiteField()}`;
  const fields = `"type":"console","level":"error","url":${pageUrlJson()},"args":${json}${around}`;
  reports.logged(`console ${json}`, fields, args);
}

/** `.catch(console.error)` is how many pages report a response that they could not read. */
function failedReadField(args: readonly unknown[]): string {
  for (let i = 0; i < args.length; i++) {
    const read = failedReadOf(args[i]);
    if (read) return read.field();
  }
  return "";
}
