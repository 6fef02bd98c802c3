// The manifest: the pinned id, and no more than it needs.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import manifest from "../../manifest.json" with { type: "json" };

const LOCAL = ["localhost", "*.localhost", "127.0.0.1", "[::1]"].flatMap((host) =>
  ["http", "https"].map((scheme) => `${scheme}://${host}/*`),
);

test("the key gives the id that the server pins", () => {
  const hash = createHash("sha256").update(Buffer.from(manifest.key, "base64")).digest("hex");
  const id = [...hash.slice(0, 32)].map((digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)]).join("");
  expect(id).toBe("pgnhnicdocpmnalajklfkmnaooihmdfi");
});

test("installed, it may touch local development origins only", () => {
  expect([...manifest.host_permissions].sort()).toEqual([...LOCAL].sort());
  for (const script of manifest.content_scripts)
    expect([...script.matches].sort()).toEqual([...LOCAL].sort());
});

test("it asks for four permissions", () => {
  expect([...manifest.permissions].sort()).toEqual(["activeTab", "alarms", "scripting", "storage"]);
});
