// Injected on demand into the isolated world: answers the worker's questions about the page.
import { PROBES_GLOBAL, type Probes } from "../shared/probes.js";
import { accessibility } from "./accessibility/audit.js";
import { dom } from "./dom.js";
import { framePath } from "./framePath.js";
import { highlight } from "./highlight.js";
import { pageInfo } from "./pageInfo.js";
import { scripts } from "./scripts.js";
import { readStorage, writeStorage } from "./storage.js";

const PROBES: Probes = {
  pageInfo,
  dom,
  accessibility,
  scripts,
  highlight,
  framePath,
  readStorage,
  writeStorage,
};

Object.assign(globalThis, { [PROBES_GLOBAL]: PROBES });
