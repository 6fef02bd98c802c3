// Which server addresses are accepted: this machine only, since captured data must not leave it.

const HOSTS = ["127.0.0.1", "localhost", "[::1]"];

export type ServerUrl = { url: string } | { error: string };

export function checkServerUrl(text: string): ServerUrl {
  const typed = text.trim();
  if (!URL.canParse(typed)) return { error: "Not a valid address. Example: http://127.0.0.1:7890" };
  const url = new URL(typed);
  if (url.protocol !== "http:") return { error: "The address must start with http://." };
  if (!HOSTS.includes(url.hostname)) {
    return { error: "The server must be on this machine: 127.0.0.1, localhost or [::1]." };
  }
  if (url.username !== "" || url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    return { error: "Remove everything after the port. Example: http://127.0.0.1:7890" };
  }
  return { url: url.origin };
}
