// Runs a probe in a tab's isolated world; the probes are injected when they are not there yet.
import { PROBES_GLOBAL, type ProbeName, type Probes, type ProbeTypes } from "../shared/probes.js";
import { explain } from "./failure.js";

const MISSING = "probes_missing";

type Answer<Name extends ProbeName> = ProbeTypes[Name]["result"];

export async function askProbe<Name extends ProbeName>(
  tabId: number,
  name: Name,
  params: ProbeTypes[Name]["params"],
): Promise<Answer<Name>> {
  try {
    const first = await call(tabId, name, params);
    if (first !== MISSING) return first;
    await chrome.scripting.executeScript({
      target: { tabId },
      files: ["probes.js"],
      injectImmediately: true,
    });
    return (await call(tabId, name, params)) as Answer<Name>;
  } catch (error) {
    throw explain(tabId, error);
  }
}

async function call<Name extends ProbeName>(
  tabId: number,
  name: Name,
  params: ProbeTypes[Name]["params"],
): Promise<Answer<Name> | typeof MISSING> {
  const [frame] = await chrome.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    func: runProbe,
    args: [PROBES_GLOBAL, name, params, MISSING],
  });
  const answer = frame?.result as
    | { value: Answer<Name> }
    | { error: string }
    | typeof MISSING
    | null
    | undefined;
  if (answer === MISSING) return MISSING;
  if (answer === null || answer === undefined) throw new Error("The frame was removed while it was asked.");
  if ("error" in answer) throw new Error(answer.error);
  return answer.value;
}

/** Runs in the page: it sees its arguments only. Chrome turns what it throws into null, so it returns errors. */
function runProbe(
  globalName: string,
  name: ProbeName,
  params: ProbeTypes[ProbeName]["params"],
  missing: string,
): unknown {
  const probes = (globalThis as unknown as Record<string, Probes | undefined>)[globalName];
  if (probes?.[name] === undefined) return missing;
  try {
    return { value: probes[name](params) };
  } catch (error) {
    return { error: `${name} failed in the page: ${error}` };
  }
}
