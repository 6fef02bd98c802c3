import type { Metafile } from "esbuild";

export function buildPart(
  entry: string,
  functionName: string,
  fileName: string,
): Promise<{ text: string; metafile: Metafile }>;
