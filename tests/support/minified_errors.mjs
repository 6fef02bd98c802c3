// Minifies programs, runs them and prints, as JSON, what V8 says of each with the original place by its source map.
import { SourceMap } from "node:module";
import { Script, createContext } from "node:vm";
import { transformSync } from "esbuild";

const programs = JSON.parse(process.argv[2]);

function run(source) {
  const { code, map } = transformSync(source, { minify: true, sourcemap: "external", loader: "ts", format: "iife" });
  try {
    new Script(code, { filename: "case.js" }).runInContext(createContext({}));
  } catch (error) {
    const [, line, column] = /case\.js:(\d+):(\d+)/.exec(error.stack);
    const original = new SourceMap(JSON.parse(map)).findEntry(Number(line) - 1, Number(column) - 1);
    const { name, message } = error;
    return { name, message, line: original.originalLine + 1, column: original.originalColumn };
  }
  return null;
}

console.log(JSON.stringify(programs.map(run)));
