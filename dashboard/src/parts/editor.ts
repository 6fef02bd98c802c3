// Where a file of the project opens: an editor's own address. The names of files come from pages and are not trusted.

export interface Editor {
  /** A key of `EDITORS`; empty for no links. */
  name: string;
  /** The project's folder on this machine. */
  folder: string;
}

/** The address up to the file's path. */
export const EDITORS: Readonly<Record<string, string>> = {
  "VS Code": "vscode://file",
  "VS Code Insiders": "vscode-insiders://file",
  Cursor: "cursor://file",
  Windsurf: "windsurf://file",
  Zed: "zed://file",
};
const STORED = "gasoline.editor";
const DEV_SERVER = /^https?:\/\/[^/]+\//;
const BUNDLER = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\//i;

/** What the user chose, or VS Code in the folder that the server knows. */
export function readEditor(knownFolder: string): Editor {
  const stored: Partial<Editor> = parsed(localStorage.getItem(STORED));
  const { name, folder } = stored;
  return {
    name: name === "" || (name && Object.hasOwn(EDITORS, name)) ? name : "VS Code",
    folder: typeof folder === "string" && folder ? folder : knownFolder,
  };
}

export function saveEditor(editor: Editor): void {
  localStorage.setItem(STORED, JSON.stringify(editor));
}

function parsed(text: string | null): Partial<Editor> {
  try {
    return (JSON.parse(text ?? "{}") ?? {}) as Partial<Editor>;
  } catch {
    return {};
  }
}

/** Empty if there is no folder, or if the name leads out of it. */
export function editorAddress({ name, folder }: Editor, file: string, line: number): string {
  const scheme = Object.hasOwn(EDITORS, name) ? EDITORS[name] : undefined;
  const path = pathInProject(file, folder);
  if (!scheme || !path || !Number.isInteger(line)) return "";
  const complete = `${withoutEnd(folder)}/${path}`.split("/").map(encodeURIComponent).join("/");
  return `${scheme}${complete.startsWith("/") ? "" : "/"}${complete}:${line}`;
}

function pathInProject(file: string, folder: string): string {
  if (!folder) return "";
  const root = `${withoutEnd(folder)}/`;
  const plain = file.replaceAll("\\", "/").replace(/[?#].*$/, "");
  const served = plain.replace(DEV_SERVER, "").replace(BUNDLER, "");
  const absolute = served.startsWith("@fs/") ? served.slice("@fs".length) : served;
  const isAbsolute = absolute.startsWith("/") || /^[a-z]:\//i.test(absolute);
  if (isAbsolute && !absolute.startsWith(root)) return "";
  const inside = isAbsolute ? absolute.slice(root.length) : absolute;
  const parts = inside.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? "" : parts.join("/");
}

function withoutEnd(folder: string): string {
  return folder.replaceAll("\\", "/").replace(/\/+$/, "");
}
