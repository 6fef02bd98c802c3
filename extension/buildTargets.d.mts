import type { BuildOptions } from "esbuild";

export interface Target {
  folder: string;
  esbuild: Pick<BuildOptions, "target" | "conditions">;
  manifest: (manifest: Record<string, unknown>) => Record<string, unknown>;
}

export const TARGETS: { chromium: Target; firefox: Target };
