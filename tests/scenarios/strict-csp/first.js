console.log("first external script", document.readyState);
setTimeout(() => {
  throw new Error("under a strict policy");
});
window.finished = new Promise((done) => {
  window.addEventListener("error", () => setTimeout(done), { once: true });
});
document.addEventListener("securitypolicyviolation", (event) => console.warn("violation", event.violatedDirective));
