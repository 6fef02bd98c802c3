// Bodies that the page reads piece by piece now: what there is of them is sent before an answer.
import { mapDelete, mapEntries, mapSet, mapSize, NativeMap, nextOfMap } from "../core/natives.js";

const MAX_OPEN_BODIES = 100; // bodies that the page reads piece by piece now

export class OpenBodies {
  private readonly open = new NativeMap<object, () => void>();

  opened(exchange: object, sendSoFar: () => void): void {
    mapSet(this.open, exchange, sendSoFar);
    if (mapSize(this.open) <= MAX_OPEN_BODIES) return;
    const oldest = nextOfMap(mapEntries(this.open));
    if (oldest.done) return;
    oldest.value[1]();
    mapDelete(this.open, oldest.value[0]);
  }

  closed(exchange: object): void {
    mapDelete(this.open, exchange);
  }

  flush(): void {
    const entries = mapEntries(this.open);
    for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) next.value[1]();
  }
}
