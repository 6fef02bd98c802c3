// An event page loads what the manifest lists, and that is all of them, before the worker's own script (build.mjs).
import type { ScriptLoader } from "../../contract.js";

export const loadScripts: ScriptLoader["loadScripts"] = () => undefined;
