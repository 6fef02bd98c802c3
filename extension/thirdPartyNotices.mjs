// Writes THIRD_PARTY_NOTICES.md: every npm package whose code is in a bundle, with its license text.
import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
const PACKAGE_FOLDER = /^(?<folder>.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/;
const FILE_NAME = "THIRD_PARTY_NOTICES.md";

const INTRODUCTION = `# Third-party notices

Gasoline's extension and dashboard contain code of these npm packages. The build writes this file from what its bundler
really included.
`;

/** Collects the files that bundles and copies are made from. */
export class BundledFiles {
  #files = new Set();

  /** Files of a bundle: esbuild names them relative to its working directory. */
  addBundle(metafile, workingDirectory) {
    for (const output of Object.values(metafile.outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
        // An entry that is no file calls one.
        if (bytesInOutput > 0 && file !== "<stdin>") this.addFile(resolve(workingDirectory, file));
      }
    }
  }

  addFile(file) {
    this.#files.add(realpathSync(file));
  }

  /** The folder of each package that one of the files belongs to. */
  packageFolders() {
    const folders = [...this.#files].map((file) => PACKAGE_FOLDER.exec(file)?.groups.folder);
    return [...new Set(folders.filter((folder) => folder !== undefined))];
  }
}

export function writeNotices(folder, bundled) {
  const packages = bundled.packageFolders().map(readPackage);
  packages.sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(join(folder, FILE_NAME), [INTRODUCTION, ...packages.map(section)].join("\n"));
}

function readPackage(folder) {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (!license || texts.length === 0) throw new Error(`${folder}: the package has no license file`);
  return { name, version, license, source: webAddress(repository?.url ?? repository), texts };
}

/** "git+https://host/name.git" as a person opens it. */
function webAddress(repository) {
  return repository.replace(/^git\+/, "").replace(/\.git$/, "");
}

/** A license text may contain a fence of its own, so ours is longer. */
function section({ name, version, license, source, texts }) {
  const quoted = texts.map((text) => `\`\`\`\`text\n${text}\n\`\`\`\`\n`);
  return [`## ${name} ${version}`, "", `License: ${license}. Source code: <${source}>`, "", ...quoted].join(
    "\n",
  );
}
