// What a copy of the extension that `gasoline browser` made brings along; empty in every other copy.
const DEFAULTS_FILE = "defaults.json";

export interface OwnDefaults {
  serverUrl?: string;
  firstPage?: string;
}

export async function readOwnDefaults(): Promise<OwnDefaults> {
  return (await fetch(DEFAULTS_FILE)).json();
}
