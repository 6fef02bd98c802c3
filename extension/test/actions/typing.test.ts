// @vitest-environment jsdom
// Typing costs little: a key press does not look through the document.
import { afterEach, expect, test, vi } from "vitest";
import { ActionRecorder } from "../../src/actions/actionRecorder.js";

afterEach(() => void vi.restoreAllMocks());

/** What listens to the keys; events that jsdom dispatches are not trusted, and so are not recorded. */
function keyListener(): (event: unknown) => void {
  const listen = vi.spyOn(window, "addEventListener");
  new ActionRecorder("client", () => undefined).start();
  return listen.mock.calls.find(([type]) => type === "keydown")?.[1] as (event: unknown) => void;
}

test("keys that are typed into a field do not query the document", () => {
  document.body.innerHTML = "<form><input id=name><input type=password></form>";
  const field = document.getElementById("name");
  const press = keyListener();
  const queries = [Document.prototype, DocumentFragment.prototype, Element.prototype].flatMap((prototype) => [
    vi.spyOn(prototype, "querySelectorAll"),
    vi.spyOn(prototype, "querySelector"),
  ]);
  for (const key of "hello") {
    press({ isTrusted: true, key, composedPath: () => [field, document.body, document, window] });
  }
  expect(queries.flatMap(({ mock }) => mock.calls)).toEqual([]);
  // Enter is recorded with how to find its target, which takes a look at the page.
  press({ isTrusted: true, key: "Enter", composedPath: () => [field, document.body, document, window] });
  expect(queries.flatMap(({ mock }) => mock.calls)).not.toEqual([]);
});
