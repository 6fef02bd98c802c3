import type { Metafile } from "esbuild";

/** The text of a script that defines `gasolineRunner(order, code)`, and what esbuild bundled into it. */
export function buildRunner(): Promise<{ text: string; metafile: Metafile }>;
