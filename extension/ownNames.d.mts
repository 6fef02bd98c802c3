import type { BuildOptions } from "esbuild";
import type { Target } from "./buildTargets.mjs";

export type Shortening = Pick<BuildOptions, "mangleProps" | "mangleCache">;

export function ownNamesIn(sources: readonly string[], foreign?: readonly string[]): string[];
export function fieldsIn(source: string): string[];
export function namesToShorten(
  target: Target,
  partEntries: readonly string[],
): Promise<{ page: Shortening; part: Shortening }>;
