// Records how the person answered alert, confirm and prompt: only the page's own world sees the answers.
import { ACTION_TEXT_CHARS, ACTION_VALUE_CHARS } from "../../shared/actionBounds.js";
import { itemAt, now } from "../core/natives.js";
import type { Emit } from "../core/outbox.js";
import type { Hooks, Undo } from "../core/patch.js";
import { quote } from "../core/quote.js";
import { isoNow, nextId, pageUrlJson } from "../core/stamp.js";

const DIALOGS = ["alert", "confirm", "prompt"] as const;
type Dialog = (typeof DIALOGS)[number];

export function recordDialogs(emit: Emit, hooks: Hooks): Undo {
  for (let i = 0; i < DIALOGS.length; i++) {
    const dialog = DIALOGS[i] as Dialog;
    hooks.patch(window, dialog, {
      __proto__: null,
      beforeCall: (_, args) => textOf(itemAt(args, 0)),
      afterCall: (result, question) => {
        emit("actions", encode(dialog, question as string, result));
      },
    });
  }
  return hooks.undo;
}

function encode(dialog: Dialog, question: string, result: unknown): string {
  const head = `{"id":"${nextId()}","ts":"${isoNow()}","timestamp":${now()},"url":${pageUrlJson()}`;
  const text = question === "" ? "" : `,"text":${quote(question, ACTION_TEXT_CHARS)}`;
  return `${head},"type":"dialog","dialog":"${dialog}"${text}${answer(result)}}`;
}

/** An alert can only be accepted; confirm says false and prompt null when it was not. fromPage.ts hides secrets. */
function answer(result: unknown): string {
  const isAccepted = result !== false && result !== null;
  if (typeof result !== "string") return `,"accepted":${isAccepted}`;
  return `,"accepted":true,"value":${quote(result, ACTION_VALUE_CHARS)}`;
}

/** The page converts a value that is not text, and only once. */
function textOf(question: unknown): string {
  return typeof question === "string" ? question : "";
}
