// Injected on demand into the isolated world: answers the worker's questions about the page.
import { PROBES_GLOBAL, type Probes } from "../shared/probes.js";
import { accessibility } from "./accessibility/audit.js";
import { dom } from "./dom.js";
import { pageInfo } from "./pageInfo.js";
import { scripts } from "./scripts.js";

const PROBES: Probes = { pageInfo, dom, accessibility, scripts };

Object.assign(globalThis, { [PROBES_GLOBAL]: PROBES });
