// The settings as a table: key, default, label and page. To add a switch, add a row.

import { MAX_ACTION_BUFFER, MAX_ACTIONS, MIN_ACTION_BUFFER } from "../generated/limits.js";
import { DEFAULT_CAPTURE_LEVEL, DEFAULT_SERVER_URL } from "./presets.js";

/** Which console calls are kept; exceptions and failed requests are always kept. */
export type CaptureLevel = "errors" | "warnings" | "all";

/** The page where the user changes a setting. */
export type Place = "popup" | "options";

/** Each parser returns a valid value, or undefined for invalid stored data. */
interface Row<T> {
  default: T;
  label: string;
  place: Place;
  /** `sync` settings follow the user, `local` settings stay in this browser. */
  area: "local" | "sync";
  read: (stored: unknown) => T | undefined;
}

export const CAPTURE_LEVELS: readonly CaptureLevel[] = ["errors", "warnings", "all"];

const captureLevel: Row<CaptureLevel> = {
  default: DEFAULT_CAPTURE_LEVEL,
  label: "Capture level",
  place: "options",
  area: "local",
  read: (stored) => CAPTURE_LEVELS.find((level) => level === stored),
};

const serverUrl: Row<string> = {
  default: DEFAULT_SERVER_URL,
  label: "Server URL",
  place: "options",
  area: "local",
  read: readServerUrl,
};

const disabledSites: Row<string[]> = {
  default: [],
  label: "Excluded sites",
  place: "options",
  area: "local",
  read: readOrigins,
};

const capturedSites: Row<string[]> = {
  default: [],
  label: "Additional captured sites",
  place: "options",
  area: "local",
  read: readOrigins,
};

const captureAllSites: Row<boolean> = {
  default: false,
  label: "Capture all sites",
  place: "options",
  area: "local",
  read: readBoolean,
};

const screenshotOnError: Row<boolean> = {
  default: false,
  label: "Screenshot on Error",
  place: "popup",
  area: "local",
  read: readBoolean,
};

const networkBodyCaptureEnabled: Row<boolean> = {
  default: false,
  label: "Capture Network Bodies",
  place: "popup",
  area: "local",
  read: readBoolean,
};

const failedResponseBodiesEnabled: Row<boolean> = {
  default: true,
  label: "Bodies of failed responses",
  place: "options",
  area: "local",
  read: readBoolean,
};

const traceparentEnabled: Row<boolean> = {
  default: false,
  label: "Send a traceparent header",
  place: "options",
  area: "local",
  read: readBoolean,
};

const webSocketCaptureEnabled: Row<boolean> = {
  default: true,
  label: "Capture WebSockets",
  place: "popup",
  area: "local",
  read: readBoolean,
};

const aiContextEnabled: Row<boolean> = {
  default: true,
  label: "AI Error Context",
  place: "popup",
  area: "local",
  read: readBoolean,
};

const aiContextSourceSnippets: Row<boolean> = {
  default: true,
  label: "Source code snippets",
  place: "options",
  area: "local",
  read: readBoolean,
};

const aiContextComponentTree: Row<boolean> = {
  default: true,
  label: "Component ancestry",
  place: "options",
  area: "local",
  read: readBoolean,
};

const aiContextStateSnapshot: Row<boolean> = {
  default: false,
  label: "State snapshot",
  place: "options",
  area: "local",
  read: readBoolean,
};

const actionCaptureEnabled: Row<boolean> = {
  default: true,
  label: "Capture User Actions",
  place: "popup",
  area: "local",
  read: readBoolean,
};

const enhancedSelectorsEnabled: Row<boolean> = {
  default: true,
  label: "Enhanced selectors",
  place: "options",
  area: "local",
  read: readBoolean,
};

const reproductionBufferSize: Row<number> = {
  default: MAX_ACTIONS,
  label: "Actions kept for scripts",
  place: "options",
  area: "local",
  read: readBufferSize,
};

const performanceSnapshotsEnabled: Row<boolean> = {
  default: true,
  label: "Performance Snapshots",
  place: "popup",
  area: "local",
  read: readBoolean,
};

const aiWebPilotEnabled: Row<boolean> = {
  default: false,
  label: "AI Web Pilot",
  place: "popup",
  // Sync storage is authoritative for the pilot switch; the worker mirrors it.
  area: "sync",
  read: readBoolean,
};

const aiWebPilotMark: Row<boolean> = {
  default: true,
  label: "Show a badge while AI Web Pilot is on",
  place: "options",
  area: "local",
  read: readBoolean,
};

/** The storage key is the property's name. */
export const TABLE = {
  captureLevel,
  serverUrl,
  disabledSites,
  capturedSites,
  captureAllSites,
  webSocketCaptureEnabled,
  screenshotOnError,
  networkBodyCaptureEnabled,
  failedResponseBodiesEnabled,
  traceparentEnabled,
  aiContextEnabled,
  aiContextSourceSnippets,
  aiContextComponentTree,
  aiContextStateSnapshot,
  actionCaptureEnabled,
  enhancedSelectorsEnabled,
  reproductionBufferSize,
  performanceSnapshotsEnabled,
  aiWebPilotEnabled,
  aiWebPilotMark,
} as const;

export type SettingKey = keyof typeof TABLE;

export type Settings = { [K in SettingKey]: (typeof TABLE)[K]["default"] };

/** The boolean settings. */
export type SwitchKey = { [K in SettingKey]: Settings[K] extends boolean ? K : never }[SettingKey];

/** A labeled checkbox. */
export interface Switch {
  key: SwitchKey;
  label: string;
  place: Place;
  area: "local" | "sync";
  default: boolean;
}

const KEYS = Object.keys(TABLE) as SettingKey[];

/** The keys to read from `chrome.storage.local`. */
export const LOCAL_KEYS: readonly SettingKey[] = KEYS.filter((key) => TABLE[key].area === "local");

export const DEFAULTS: Readonly<Settings> = readSettings({});

export const SWITCHES: readonly Switch[] = KEYS.filter(isSwitch).map((key) => {
  const { label, place, area, default: preset } = TABLE[key];
  return { key, label, place, area, default: preset };
});

/** Parses stored settings: unknown keys are ignored, invalid values become the default. */
export function readSettings(stored: unknown): Settings {
  const values = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  return Object.fromEntries(KEYS.map((key) => [key, readSetting(key, values[key])])) as Settings;
}

function readSetting(key: SettingKey, stored: unknown): unknown {
  const row = TABLE[key];
  const value = row.read(stored) ?? row.default;
  return Array.isArray(value) ? [...value] : value;
}

/** The switch states sent to the server, so that an empty answer can say why. The pilot has its own message. */
export function localSwitches(settings: Settings): Record<string, boolean> {
  const local = SWITCHES.filter(({ area }) => area === "local");
  return Object.fromEntries(local.map(({ key }) => [key, settings[key]]));
}

function isSwitch(key: SettingKey): key is SwitchKey {
  return typeof TABLE[key].default === "boolean";
}

function readBoolean(stored: unknown): boolean | undefined {
  return typeof stored === "boolean" ? stored : undefined;
}

/** Clamps a number to its bounds. */
function readBufferSize(stored: unknown): number | undefined {
  if (typeof stored !== "number" || !Number.isFinite(stored)) return undefined;
  return Math.min(MAX_ACTION_BUFFER, Math.max(MIN_ACTION_BUFFER, Math.round(stored)));
}

function readOrigins(stored: unknown): string[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return [...new Set(stored.filter((site): site is string => typeof site === "string" && site !== ""))];
}

/** Accepts only http and https; removes the trailing slash, so that a path can be appended. */
function readServerUrl(stored: unknown): string | undefined {
  if (typeof stored !== "string" || !URL.canParse(stored)) return undefined;
  const url = new URL(stored);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href.replace(/\/+$/, "") : undefined;
}
