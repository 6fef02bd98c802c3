// What a test takes from Node.js, which has no types here.
declare module "node:url" {
  export const URL: typeof globalThis.URL;
}
