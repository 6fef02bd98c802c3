// What the commands of AI Web Pilot need besides their question.
import type { Pages } from "../pages.js";
import type { Gate } from "./gate.js";
import type { StateLoads } from "./stateLoads.js";

export interface PilotParts {
  gate: Gate;
  pages: Pages;
  loads: StateLoads;
}
