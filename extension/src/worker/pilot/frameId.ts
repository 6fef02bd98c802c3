// The browser's number of a frame that a question names as query_dom does.
import { askProbe } from "../tabs/askProbe.js";
import { Failure } from "../tabs/failure.js";

/** The page itself. */
export const TOP_FRAME = 0;

export async function frameIdOf(tabId: number, frame: string | undefined): Promise<number> {
  if (frame === undefined) return TOP_FRAME;
  const wanted = (await askProbe(tabId, "framePath", { frame })).join();
  const target = { tabId, allFrames: true };
  const frames = await chrome.scripting.executeScript({ target, injectImmediately: true, func: ownPath });
  const found = frames.find(({ result }) => result?.join() === wanted);
  if (found !== undefined) return found.frameId;
  throw new Failure(
    "frame_not_found",
    `The frame ${JSON.stringify(frame)} no longer exists.`,
    "List the frames with observe what=dom selector=iframe.",
  );
}

/** Runs in each frame: which child of which child it is, from the top; as probes/framePath has it. */
function ownPath(): number[] {
  interface Frames extends ArrayLike<unknown> {
    parent: Frames;
  }
  const path: number[] = [];
  for (let at = globalThis as unknown as Frames; at.parent !== at; at = at.parent) {
    let index = 0;
    while (index < at.parent.length && at.parent[index] !== at) index++;
    path.unshift(index);
  }
  return path;
}
