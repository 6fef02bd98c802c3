// Loads the scripts of src/page that are injected by their text, which a bundler would change: each defines a function.
import { loadScripts } from "#platform/worker/loadScripts.js";

loadScripts("context.js", "bodies.js", "failures.js", "websockets.js", "traces.js");
