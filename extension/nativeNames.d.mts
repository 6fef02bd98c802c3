import type { Plugin } from "esbuild";

export function shortName(name: string): string;
export function shareNatives(): Plugin;
export function exportsOf(file: string): Promise<string[]>;
