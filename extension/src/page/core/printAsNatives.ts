// Our wrappers print as the natives below them: `function fetch() { [native code] }`.
import { type Hooks, nativeOf, type Undo } from "./patch.js";

const functionPrototype = Function.prototype;

/** A proxy prints without a name, by which libraries take a function for a polyfill; see docs/adr/0012. */
export function printAsNatives(hooks: Hooks): Undo {
  hooks.patch(functionPrototype, "toString", { __proto__: null, standIn: nativeOf });
  return hooks.undo;
}
