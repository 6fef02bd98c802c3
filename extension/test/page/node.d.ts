// What a test takes from Node.js, which has no types here.
declare module "node:url" {
  export const URL: typeof globalThis.URL;
}

declare module "node:child_process" {
  export function execFileSync(file: string, args: readonly string[], options?: { stdio: "pipe" }): unknown;
}
