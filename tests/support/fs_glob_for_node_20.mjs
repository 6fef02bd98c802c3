// Lets programs that import globSync from fs start on Node 20, which has no such export (Node 22 does).
// The server scenarios of the conformance suite never call it; a call throws.

import fs from "node:fs";
import { register } from "node:module";

const asModule = (source) => `data:text/javascript,${encodeURIComponent(source)}`;

const fsWithGlob = asModule(`
  export * from "node:fs";
  export { default } from "node:fs";
  export const globSync = () => { throw new Error("fs.globSync needs Node 22"); };
`);

const hooks = asModule(`
  export const resolve = (name, context, next) =>
    name === "fs" ? { url: ${JSON.stringify(fsWithGlob)}, shortCircuit: true } : next(name, context);
`);

if (!("globSync" in fs)) register(hooks);
