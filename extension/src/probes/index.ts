// Injected on demand into the isolated world: answers the worker's questions about the page.
import { PROBES_GLOBAL, type Probes } from "../shared/probeTypes.js";
import { accessibility, stopAudit } from "./accessibility/accessibilityProbe.js";
import { dom } from "./dom.js";
import { framePath } from "./framePath.js";
import { highlight } from "./highlight.js";
import { pageInfo } from "./pageInfo.js";
import { scripts } from "./scripts.js";
import { readStorage, writeStorage } from "./storage.js";
import { visibleText } from "./visibleText.js";

const PROBES: Probes = {
  // Questions of the server, by their names.
  page_info: pageInfo,
  dom,
  visible_text: visibleText,
  // Questions of the worker.
  accessibility,
  stopAudit,
  scripts,
  highlight,
  framePath,
  readStorage,
  writeStorage,
};

// Two questions at once inject twice. The first copy stays: it knows which audit is running and what is highlighted.
// Only an own property counts, because an element of the page may have that id.
if (!Object.hasOwn(globalThis, PROBES_GLOBAL)) Object.assign(globalThis, { [PROBES_GLOBAL]: PROBES });
