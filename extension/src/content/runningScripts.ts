// Ends the scripts of AI Web Pilot in this document: on the worker's order, and when the worker goes away.
//
// The script's runner and this world know the script's random id, and meet by an event of that name on the document; the
// runner passes on a node of its own as the `relatedTarget`. The page does not know the name, and so it does not see the
// event. Only "stop" is ever said on the node: a script and its result never pass here.
import { STOP_SCRIPT, scriptAsk } from "../shared/pilotRun.js";

export class RunningScripts {
  /** Null until the runner has met us. */
  private readonly nodes = new Map<string, EventTarget | null>();

  begin(id: string): void {
    this.nodes.set(id, null);
    const take = (event: Event) => {
      document.removeEventListener(id, take);
      if (this.nodes.has(id)) this.nodes.set(id, (event as MouseEvent).relatedTarget);
    };
    document.addEventListener(id, take);
    // The runner may have been here first.
    document.dispatchEvent(new Event(scriptAsk(id)));
  }

  ended(id: string): void {
    this.nodes.delete(id);
  }

  stop(id: string): void {
    this.nodes.get(id)?.dispatchEvent(new Event(STOP_SCRIPT));
    this.nodes.delete(id);
  }

  stopAll(): void {
    for (const id of this.nodes.keys()) this.stop(id);
  }
}
