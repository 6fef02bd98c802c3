// Builds one of these applications: `node build.mjs APP OUT [--dev] [--maps external|inline] [--short-names]`.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
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
  "login-vue": { folder: "login-vue", entry: "main.js" },
  "cart-vue2": { folder: "cart-vue2", entry: "main.js" },
  "cart-svelte": { folder: "cart-svelte", entry: "main.js" },
  "cart-svelte4": { folder: "cart-svelte", entry: "main-svelte4.js", alias: { svelte: "svelte4" } },
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
      return { contents: `${script.content}\n${more}export default component;\n`, loader: "js", resolveDir: dirname(path) };
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
      return { contents: `${js.code}\n//# sourceMappingURL=${mapUrl(js.map)}`, loader: "js", resolveDir: dirname(path) };
    });
  },
};

function mapUrl(map) {
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}`;
}

mkdirSync(out, { recursive: true });
const mode = values.dev ? "development" : "production";
await build({
  absWorkingDir: join(HERE, app.folder),
  entryPoints: { app: `src/${app.entry ?? "main.jsx"}` },
  outdir: out,
  bundle: true,
  minify: !values.dev,
  // Without it the names of components are single letters, as of most sites in production.
  keepNames: !values["short-names"],
  sourcemap: values.maps === "inline" ? "inline" : true,
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
copyFileSync(join(HERE, "index.html"), join(out, "index.html"));
