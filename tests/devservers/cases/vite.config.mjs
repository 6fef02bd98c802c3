import react from "@vitejs/plugin-react";
import vue from "@vitejs/plugin-vue";

// Six small applications, one in each folder, with one API. The packages are linked: what is prepared from them must
// not be written into them.
export default {
  plugins: [react(), vue()],
  cacheDir: ".vite",
  server: { proxy: { "/api": { target: process.env.CASE_API, ws: true } } },
};
