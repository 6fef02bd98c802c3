// Leaves the natives in the page for what comes later: parts of the page world, and the runner of AI Web Pilot's scripts.
//
// The page can read them and gains nothing: they are its own built-ins. It can neither replace nor change what is here.
import { NATIVES_KEY } from "../../shared/pilotRun.js";
import { freeze, getOwnPropertyDescriptor } from "./natives.js";
import { natives } from "./nativesByName.js";
import { pin } from "./patch.js";
import { regExpText } from "./regExpText.js";

/** Keeps the natives of an earlier page.js, because they were taken before. */
export function pinNatives(): void {
  if (getOwnPropertyDescriptor(window, NATIVES_KEY)?.configurable === false) return;
  pin(window, NATIVES_KEY, freeze({ __proto__: null, natives, regExpText }));
}
