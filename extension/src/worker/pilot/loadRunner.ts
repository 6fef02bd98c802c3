// Loads runner.js, which defines `gasolineRunner`. It is a script of its own because it is injected by its text, which
// a bundler would change, and because a part of it cannot be strict.
import { loadScripts } from "#platform/worker/loadScripts.js";

loadScripts("runner.js");
