// A service worker loads further scripts by itself.
import type { ScriptLoader } from "../../contract.js";

export const loadScripts: ScriptLoader["loadScripts"] = (...files) => importScripts(...files);
