// What is assumed until the settings are known. Apart from their table, which page.js, parsed in every frame, does not need.
import { DEFAULT_PORT } from "../generated/limits.js";
import type { CaptureLevel } from "./settings.js";

export const DEFAULT_CAPTURE_LEVEL: CaptureLevel = "all";
export const DEFAULT_SERVER_URL = `http://127.0.0.1:${DEFAULT_PORT}`;
