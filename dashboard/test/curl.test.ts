import { expect, it } from "vitest";
import type { NetworkBody } from "../src/generated/views.js";
import { curlOf } from "../src/views/network/curl.js";

const BODY: NetworkBody = {
  type: "network_body",
  id: "r1",
  ts: "",
  url: "http://localhost:3000/api/orders?id=1",
  method: "POST",
  status: 422,
  requestBody: null,
  responseBody: null,
  contentType: null,
  hasAuthHeader: false,
};

function commandOf(body: Partial<NetworkBody>): string {
  return curlOf({ timing: null, body: { ...BODY, ...body } });
}

it("is the request that the page made", () => {
  const requestHeaders = { "content-type": "application/json", host: "localhost:3000" };
  expect(commandOf({ requestBody: '{"qty":2}', requestHeaders }).split(" \\\n  ")).toEqual([
    "curl --globoff",
    "--request 'POST'",
    "--header 'content-type: application/json'",
    `--data-raw '{"qty":2}'`,
    "--url 'http://localhost:3000/api/orders?id=1'",
  ]);
});

it("has no character that a terminal acts on", () => {
  const command = commandOf({ requestBody: "a\u001b[201~\r\nb\u202e\u{e0001}" });
  expect(command.replaceAll(" \\\n  ", " ")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it.each([
  ["a header whose name is not one", { requestHeaders: { "@/etc/passwd": "x", "a b": "x" } }],
  ["a method that is not one", { method: "-o /tmp/x" }],
])("leaves out %s", (_, body) => {
  expect(commandOf({ method: "GET", ...body })).toBe(`curl --globoff \\\n  --url '${BODY.url}'`);
});

it("is not offered for another kind of address", () => {
  expect(commandOf({ url: "file:///etc/passwd" })).toBe("");
});
