// The defaults until the settings are known. Separate from the settings table, to keep page.js small in every frame.

import { DEFAULT_PORT } from "../generated/limits.js";
import type { CaptureLevel } from "./settings.js";

export const DEFAULT_CAPTURE_LEVEL: CaptureLevel = "all";
export const DEFAULT_SERVER_URL = `http://127.0.0.1:${DEFAULT_PORT}`;
