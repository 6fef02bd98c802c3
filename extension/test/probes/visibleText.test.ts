// @vitest-environment jsdom
// What the page shows: lines by landmark, bounded, without what nobody can read.
import { beforeEach, expect, test } from "vitest";
import { visibleText } from "../../src/probes/visibleText.js";

beforeEach(() => {
  // jsdom has no layout: here an element is visible unless it or one around it is said to be transparent.
  Element.prototype.checkVisibility = function (this: Element) {
    return this.closest(".transparent") === null;
  };
});

function read(html: string, params = {}) {
  document.body.innerHTML = html;
  const { landmarks, isComplete, isThere } = visibleText(params);
  return { lines: landmarks.map(({ landmark, lines }) => [landmark, ...lines]), isComplete, isThere };
}

test("text belongs to its nearest landmark, and continues after an inner one", () => {
  const { lines } = read(`<p>Before</p><main>First<div role="alert">No stock</div>Second
    <article><header>Not the banner</header></article></main>
    <section>Unnamed</section><section aria-label="News">Named</section>`);
  expect(lines).toEqual([
    ["page", "Before", "Unnamed"],
    ["main", "First", "Second", "Not the banner"],
    ["alert", "No stock"],
    ["region “News”", "Named"],
  ]);
});

test("inline elements stay on their line, blocks and line breaks begin one", () => {
  expect(read("<div>Total: <b>1<i>2</i></b> EUR<br>net</div><ul><li>A<li>B</ul>").lines).toEqual([
    ["page", "Total: 12 EUR", "net", "A", "B"],
  ]);
});

test("text that cannot be read is omitted", () => {
  const { lines } =
    read(`<p style="display:none">no</p><p class="transparent">no</p><script>no</script><style>p { color: red }</style>
    <textarea>no</textarea><select><option>no</option></select><div contenteditable id="password">no</div><p>yes</p>`);
  expect(lines).toEqual([["page", "yes"]]);
});

test("text without a box is as visible as what is around it", () => {
  Element.prototype.checkVisibility = function (this: Element) {
    return getComputedStyle(this).display !== "contents";
  };
  expect(read(`<p><span style="display:contents">yes</span></p>`).lines).toEqual([["page", "yes"]]);
});

test("more text than is kept is said, and still searched", () => {
  const rows = Array.from({ length: 160 }, (_, row) => `<p>row number ${row} ${"x".repeat(100)}</p>`).join(
    "",
  );
  const found = read(rows, { text: " row \n number  159" });
  expect(found.isComplete).toBe(false);
  expect(found.lines.flat().join("").length).toBeLessThan(17_000);
  expect(found.isThere).toBe(true);
  expect(read(rows, { text: "row number 160" }).isThere).toBe(false);
});

test("a selector finds a visible element", () => {
  expect(read("<p class='transparent'>no</p>", { selector: "p" }).isThere).toBe(false);
  expect(read("<p>yes</p>", { selector: "p" }).isThere).toBe(true);
  expect(() => read("", { selector: "p[" })).toThrow("not a valid CSS selector");
});
