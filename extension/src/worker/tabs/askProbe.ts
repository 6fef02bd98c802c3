// Runs a probe in a tab's isolated world; the probes are injected when they are not there yet.
import type { ProbeQuery } from "../../generated/wire.js";
import {
  PROBES_GLOBAL,
  type ProbeName,
  type Probes,
  type ProbeTypes,
  type RefusalCode,
} from "../../shared/probeTypes.js";
import { explain, Failure, fault } from "./failure.js";

const MISSING = "probes_missing";

/** A question of the worker's own. */
export async function askProbe<Name extends ProbeName>(
  tabId: number,
  name: Name,
  params: ProbeTypes[Name]["params"],
): Promise<ProbeTypes[Name]["result"]> {
  return (await ask(tabId, name, params)) as ProbeTypes[Name]["result"];
}

/** A question of the server, which knows what the probe takes and returns. */
export function askPage(tabId: number, name: ProbeQuery, params: Record<string, unknown>): Promise<unknown> {
  return ask(tabId, name, params);
}

async function ask(tabId: number, name: keyof Probes, params: unknown): Promise<unknown> {
  try {
    const first = await call(tabId, name, params);
    if (first !== MISSING) return first;
    await chrome.scripting.executeScript({
      target: { tabId },
      files: ["probes.js"],
      injectImmediately: true,
    });
    return await call(tabId, name, params);
  } catch (error) {
    throw error instanceof Failure ? error : explain(tabId, error);
  }
}

async function call(tabId: number, name: keyof Probes, params: unknown): Promise<unknown> {
  const [frame] = await chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: runProbe,
    args: [PROBES_GLOBAL, name, params, MISSING],
  });
  const answer = frame?.result as { value: unknown } | Refused | typeof MISSING | null | undefined;
  if (answer === MISSING) return MISSING;
  if (answer === null || answer === undefined) throw new Error("The frame was removed before it answered.");
  if ("error" in answer) throw failureOf(answer);
  return answer.value;
}

interface Refused {
  code: RefusalCode | null;
  error: string;
  hint: string;
}

function failureOf({ code, error, hint }: Refused): Failure {
  return code === null ? fault(error) : new Failure(code, error, hint);
}

/** Runs in the page and can use only its arguments. Chrome turns exceptions into null, so it returns errors. */
async function runProbe(
  globalName: string,
  name: keyof Probes,
  params: unknown,
  missing: string,
): Promise<unknown> {
  const probes = (globalThis as unknown as Record<string, Probes | undefined>)[globalName];
  // An element of the page may have that id.
  if (typeof probes?.[name] !== "function") return missing;
  try {
    return { value: await probes[name](params as never) };
  } catch (error) {
    const { code, message, hint } = error as { code?: unknown; message?: unknown; hint?: unknown };
    // A refusal has one of our codes; any other exception is a bug.
    if (typeof code === "string") return { code, error: String(message), hint: String(hint) };
    return { code: null, error: `${name} failed in the page: ${error}`, hint: "" };
  }
}
