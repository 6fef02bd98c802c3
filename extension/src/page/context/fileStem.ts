// The name of a component that has only a file: `src/LoginForm.vue` → `LoginForm`.
import { indexOf, slice } from "../core/natives.js";

export function fileStem(path: string): string {
  let start = 0;
  for (let at = indexOf(path, "/"); at >= 0; at = indexOf(path, "/", start)) start = at + 1;
  const dot = indexOf(path, ".", start);
  return slice(path, start, dot < 0 ? undefined : dot);
}
