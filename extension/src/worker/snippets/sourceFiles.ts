// A cache of recently read scripts and maps, separate for each document.
import type { ReadText } from "./readText.js";
import { loadSourceFile, type SourceDocument, type SourceFile } from "./sourceFile.js";

export const MAX_SOURCE_FILES = 20; // ERR-09: scripts with their maps in the cache
export const SOURCE_FILES_CHARS = 40 * 1024 * 1024; // all of them together, for the worker's memory
const SOURCE_FILES_LOADING = 12; // read at once

interface Kept {
  file: Promise<SourceFile | null>;
  chars: number;
}

/**
 * Development servers rebuild under the same address, and a new document may run what an old one did not: so what is
 * kept is kept for one document.
 */
export class SourceFiles {
  private readonly kept = new Map<string, Kept>();
  private loading = 0;

  constructor(private readonly read: ReadText) {}

  /** Never throws. */
  get(url: string, document: SourceDocument): Promise<SourceFile | null> {
    return this.remember(`${document.id} ${url}`, () => loadSourceFile(url, document, this.read));
  }

  /**
   * A bundle of modules that run by eval. It may have been rebuilt since the page loaded it: the modules that changed
   * are in hot updates, and the others are the same. `version` distinguishes what has to be read again.
   */
  getBundle(url: string, document: SourceDocument, version: number): Promise<SourceFile | null> {
    const anySize = { ...document, scripts: async () => [] };
    return this.remember(`${document.id} bundle ${version} ${url}`, () =>
      loadSourceFile(url, anySize, this.read),
    );
  }

  /** Reads it again, for an address that serves one version after the other; once for all frames of one search. */
  getNewest(url: string, document: SourceDocument): Promise<SourceFile | null> {
    const known = document.newest.get(url);
    if (known !== undefined) return known;
    const file = loadSourceFile(url, { ...document, scripts: async () => [] }, this.read).catch(() => null);
    document.newest.set(url, file);
    return file;
  }

  /** The same file at once for all who ask for it. */
  private remember(key: string, load: () => Promise<SourceFile | null>): Promise<SourceFile | null> {
    const known = this.kept.get(key);
    if (known !== undefined) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known.file;
    }
    if (this.loading >= SOURCE_FILES_LOADING) return Promise.resolve(null);
    return this.begin(key, load);
  }

  private begin(key: string, load: () => Promise<SourceFile | null>): Promise<SourceFile | null> {
    this.loading += 1;
    const kept: Kept = { file: load().catch(() => null), chars: 0 };
    this.kept.set(key, kept);
    void kept.file.then((file) => {
      this.loading -= 1;
      if (file?.isWhole) kept.chars = file.chars;
      else this.kept.delete(key);
      this.evict();
    });
    return kept.file;
  }

  private evict(): void {
    let chars = [...this.kept.values()].reduce((sum, each) => sum + each.chars, 0);
    for (const [key, kept] of this.kept) {
      if (this.kept.size <= MAX_SOURCE_FILES && chars <= SOURCE_FILES_CHARS) return;
      this.kept.delete(key);
      chars -= kept.chars;
    }
  }
}
