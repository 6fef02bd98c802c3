// Runs lines of code and prints, as JSON, what V8 says about each: name, message, stack and the column, from 1.
import { createContext, Script } from "node:vm";

const cases = JSON.parse(process.argv[2]);

function run([before, line]) {
  const source = `${before}\n${line}\n`;
  try {
    new Script(source, { filename: "case.js" }).runInContext(createContext({ JSON, structuredClone }));
  } catch (error) {
    const place = /case\.js:2:(\d+)/.exec(error.stack);
    const { name, message, stack } = error;
    return { name, message, stack: String(stack), column: place ? Number(place[1]) : null };
  }
  return null;
}

console.log(JSON.stringify(cases.map(run)));
