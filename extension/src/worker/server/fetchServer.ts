// Every request to the server: without the cookies of whatever else runs on this host, and never redirected elsewhere.

export function fetchServer(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, credentials: "omit", redirect: "error" });
}
