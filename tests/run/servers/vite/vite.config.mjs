// Renders on the server as Vite's guide shows it: the middleware loads the application's module on each request.
const shop = {
  name: "shop",
  configureServer(server) {
    server.middlewares.use("/api/orders", async (_request, response, next) => {
      try {
        const { orders } = await server.ssrLoadModule("/src/orders.js");
        response.end(orders());
      } catch (error) {
        server.ssrFixStacktrace(error);
        next(error);
      }
    });
  },
};

export default { appType: "custom", cacheDir: ".vite", plugins: [shop] };
