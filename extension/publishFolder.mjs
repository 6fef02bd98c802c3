// Replaces the contents of a folder that somebody may be reading: a browser with the extension loaded, or a server.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Lets `fill` write into a new folder beside `out`, then moves each file over its predecessor. A rename is atomic, so no
 * file is ever missing or incomplete, and when `fill` fails the old build stays as it was.
 */
export async function publishFolder(out, fill) {
  mkdirSync(dirname(out), { recursive: true });
  const staged = mkdtempSync(`${out}.new-`);
  try {
    await fill(staged);
    moveFiles(staged, out);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

function moveFiles(staged, out) {
  const made = filesIn(staged);
  for (const name of made) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    renameSync(join(staged, name), join(out, name));
  }
  for (const name of filesIn(out)) if (!made.includes(name)) rmSync(join(out, name), { force: true });
}

const MANIFEST = "manifest.json";

/** Every file, the manifest last: it names the others, which must be there when a browser reads it. */
function filesIn(root) {
  const files = readdirSync(root, { recursive: true }).filter((name) => statSync(join(root, name)).isFile());
  return files.sort((one, other) => Number(one === MANIFEST) - Number(other === MANIFEST));
}
