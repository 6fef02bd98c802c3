import type { Metafile, StdinOptions } from "esbuild";
import type { Target } from "./buildTargets.mjs";

interface Bundle {
  text: string;
  metafile: Metafile;
}

export type PartName = "context" | "bodies" | "failures" | "websockets" | "traces";

export const PARTS: Record<PartName, { functionName: string; entry: string }>;
export function callOf(name: string, entry: string): StdinOptions;
export function bundlePage(target: Target): Promise<Bundle>;
export function bundlePart(name: PartName, target?: Target): Promise<Bundle>;
