// The strict part of runner.js, which is injected for one script: compiles it, runs it, and ends it on request.
import { type RunOrder, type RunOutcome, STOP_SCRIPT, scriptAsk } from "../../shared/pilotRun.js";
import {
  createComment,
  dispatch,
  isEvalError,
  listenTo,
  NativeMouseEvent,
  nativeEval,
  slice,
  stopListening,
} from "../core/natives.js";
import { textOf } from "../core/readSafely.js";
import type { BySyntax } from "./bySyntax.js";
import { failureOf, runScript, SCRIPT_ERROR_CHARS, type Start } from "./runScript.js";

const REPLACED: RunOutcome = { __proto__: null, kind: "replaced", name: "eval" };

/** `code`: the script, where it did not come as text. */
export function begin(order: RunOrder, code: Start | undefined, bySyntax: BySyntax): Promise<RunOutcome> {
  return bySyntax.promised((done) => {
    const start = code ?? compile(order.text ?? "", bySyntax);
    if (typeof start !== "function") return done(start);
    const end = runScript(order.timeoutMs, start, bySyntax.settle, done);
    listenForStop(order.id, () => end("stopped"));
  });
}

function compile(text: string, { verifiedCompiler }: BySyntax): Start | RunOutcome {
  let compiler: ReturnType<BySyntax["verifiedCompiler"]>;
  try {
    compiler = verifiedCompiler(nativeEval);
  } catch (error) {
    return isEvalError(error) ? blocked(error) : REPLACED;
  }
  if (compiler === null) return REPLACED;
  try {
    return compiler(text) as Start;
  } catch (error) {
    return isEvalError(error) ? blocked(error) : failureOf(error);
  }
}

function blocked(error: unknown): RunOutcome {
  return { __proto__: null, kind: "blocked", error: slice(textOf(error), 0, SCRIPT_ERROR_CHARS) };
}

/** See content/runningScripts.ts. */
function listenForStop(id: string, stop: () => void): void {
  const node = createComment(document, "");
  listenTo(node, STOP_SCRIPT, stop);
  const options = { __proto__: null, relatedTarget: node } as MouseEventInit;
  const offer = () => {
    stopListening(document, scriptAsk(id), offer);
    dispatch(document, new NativeMouseEvent(id, options));
  };
  listenTo(document, scriptAsk(id), offer);
  dispatch(document, new NativeMouseEvent(id, options));
}
