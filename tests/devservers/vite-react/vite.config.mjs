import plugin from "@vitejs/plugin-react";

// The packages are linked: what is prepared from them must not be written into them.
export default { plugins: [plugin()], cacheDir: ".vite" };
