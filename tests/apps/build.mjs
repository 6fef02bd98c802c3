// Builds one of these applications: `node build.mjs APP OUT [--dev] [--maps=inline] [--short-names]`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));

const react = (version) => ({ react: `react${version}`, "react-dom": `react-dom${version}` });

/** Each application: its folder, where it begins, and what its packages are called here. */
const APPS = {
  "login-react": { folder: "login-react" },
  "login-react18": { folder: "login-react", alias: react(18) },
  "cart-react": { folder: "cart-react" },
  "cart-react18": { folder: "cart-react", alias: react(18) },
  "cart-react-zustand4": { folder: "cart-react", alias: { zustand: "zustand4" } },
  "kinds-react16": { folder: "kinds-react", entry: "main-legacy.jsx", alias: react(16) },
  "kinds-react17": { folder: "kinds-react", entry: "main-legacy.jsx", alias: react(17) },
  "kinds-react18": { folder: "kinds-react", alias: react(18) },
  "kinds-react19": { folder: "kinds-react" },
  "large-react": { folder: "large-react" },
  "login-vue": { folder: "login-vue", entry: "main.js" },
  "cart-vue2": { folder: "cart-vue2", entry: "main.js" },
  "cart-svelte": { folder: "cart-svelte", entry: "main.js" },
  "cart-svelte4": { folder: "cart-svelte", entry: "main-svelte4.js", alias: { svelte: "svelte4" } },
  values: { folder: "values", entry: "main.js" },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dev: { type: "boolean", default: false },
    maps: { type: "string", default: "external" },
    "short-names": { type: "boolean", default: false },
  },
});
const [name, out] = positionals;
const app = APPS[name];
if (!app || !out) throw new Error(`say which application and where to: ${Object.keys(APPS).join(", ")}`);

/** `<script setup>` and templates, as the plugins of Vite and webpack compile them. */
const vue = {
  name: "vue",
  setup(on) {
    on.onLoad({ filter: /\.vue$/ }, async ({ path }) => {
      const { compileScript, compileTemplate, parse } = await import("vue/compiler-sfc");
      const file = relative(join(HERE, app.folder), path);
      const { descriptor } = parse(readFileSync(path, "utf8"), { filename: file });
      const script = compileScript(descriptor, { id: file, inlineTemplate: !values.dev, genDefaultAs: "component" });
      const more = values.dev ? separateTemplate(compileTemplate, descriptor, script, file) : "";
      return result(`${script.content}\n${more}export default component;\n`, script.map, path);
    });
  },
};

function separateTemplate(compileTemplate, descriptor, script, file) {
  const { code } = compileTemplate({
    source: descriptor.template.content,
    filename: file,
    id: file,
    compilerOptions: { bindingMetadata: script.bindings },
  });
  return `${code.replace("export function render", "function render")}\ncomponent.render = render;\ncomponent.__file = ${JSON.stringify(file)};\n`;
}

const svelte = {
  name: "svelte",
  setup(on) {
    on.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = await import(`${app.alias?.svelte ?? "svelte"}/compiler`);
      const options = { filename: relative(join(HERE, app.folder), path), dev: values.dev };
      const { js } = compile(readFileSync(path, "utf8"), { ...options, generate: app.alias ? "dom" : "client" });
      return result(js.code, js.map, path);
    });
  },
};

/** The compiler's map goes into esbuild's, so that errors lead to the lines of the component. */
function result(code, map, path) {
  const whole = { ...map, sources: [basename(path)], sourcesContent: [readFileSync(path, "utf8")] };
  const data = Buffer.from(JSON.stringify(whole)).toString("base64");
  const contents = `${code}\n//# sourceMappingURL=data:application/json;base64,${data}`;
  return { contents, loader: "js", resolveDir: dirname(path) };
}

mkdirSync(out, { recursive: true });
const mode = values.dev ? "development" : "production";
const { outputFiles } = await build({
  write: false,
  absWorkingDir: join(HERE, app.folder),
  entryPoints: { app: `src/${app.entry ?? "main.jsx"}` },
  outdir: out,
  bundle: true,
  minify: !values.dev,
  // Without it the names of components are single letters, as of most sites in production.
  keepNames: !values["short-names"],
  sourcemap: true,
  format: "iife",
  target: "chrome120",
  conditions: [mode, "browser", "svelte"],
  alias: app.alias ?? {},
  jsx: "transform",
  define: {
    "process.env.NODE_ENV": JSON.stringify(mode),
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
  plugins: [vue, svelte],
  logLevel: "error",
});

/** As a bundler that was started in the application's folder: `src/…`. */
function fromFolder(map) {
  const sources = map.sources.map((source) => relative(join(HERE, app.folder), resolve(out, source)));
  return JSON.stringify({ ...map, sources });
}

const [map, script] = [".map", ".js"].map((end) => outputFiles.find(({ path }) => path.endsWith(end)).text);
const mapText = fromFolder(JSON.parse(map));
const inline = `data:application/json;base64,${Buffer.from(mapText).toString("base64")}`;
const isInline = values.maps === "inline";
writeFileSync(join(out, "app.js"), isInline ? script.replace(/app\.js\.map\s*$/, inline) : script);
if (!isInline) writeFileSync(join(out, "app.js.map"), mapText);
copyFileSync(join(HERE, "index.html"), join(out, "index.html"));
