import { failed, started } from "./store/auth.js";

export async function login(credentials, dispatch) {
  dispatch(started());
  const response = await fetch("/status/401", { method: "POST", body: JSON.stringify(credentials) });
  if (!response.ok) dispatch(failed(`Request failed with status ${response.status}`));
  return response.json();
}
