"""Every way in which a page could try to reach the server; each has to be refused."""

ATTACK = """async ([server, port]) => {
  const answers = {};
  const attempt = async (name, task) => {
    try { answers[name] = await task(); } catch (error) { answers[name] = "refused"; }
  };
  const entry = JSON.stringify({ entries: [{ type: "console", level: "error", args: ["forged"] }] });
  const read = async (response) => response.type === "opaque" ? "refused" : await response.text();
  await attempt("get", async () => read(await fetch(server + "/health")));
  await attempt("no-cors get", async () => read(await fetch(server + "/health", { mode: "no-cors" })));
  await attempt("post", async () => read(await fetch(server + "/logs",
    { method: "POST", body: entry, headers: { "Content-Type": "application/json" } })));
  await attempt("simple post", async () => read(await fetch(server + "/logs",
    { method: "POST", body: entry, mode: "no-cors" })));
  await attempt("pair", async () => read(await fetch(server + "/pair",
    { method: "POST", body: JSON.stringify({ challenge: "x".repeat(32), first: true }),
      headers: { "Content-Type": "application/json" } })));
  await attempt("mcp", async () => read(await fetch(server + "/mcp", { method: "POST", body: "{}" })));
  await attempt("beacon", async () => { navigator.sendBeacon(server + "/logs", entry); return "refused"; });
  await attempt("websocket", () => new Promise((done, fail) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ["gasoline.v1"]);
    socket.onopen = () => done("open");
    socket.onerror = () => fail(new Error("closed"));
  }));
  await attempt("script", () => new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = server + "/health";
    script.onload = () => done("loaded");
    script.onerror = () => fail(new Error("blocked"));
    document.body.append(script);
  }));
  await attempt("frame", () => new Promise((done) => {
    const frame = document.createElement("iframe");
    frame.src = server + "/health";
    frame.onload = () => {
      try { done(frame.contentDocument.body.textContent || "refused"); } catch { done("refused"); }
    };
    document.body.append(frame);
  }));
  return answers;
}"""
