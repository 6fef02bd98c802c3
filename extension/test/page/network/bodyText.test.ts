// @vitest-environment jsdom
// Bodies as text: cut by bytes at a character, headers without secrets, binary types described.
import { describe, expect, test } from "vitest";
import { headersOfInit, headersOfLines } from "../../../src/page/bodies/headerList.js";
import { truncateToBytes } from "../../../src/page/core/truncateToBytes.js";
import { BodyPrefix } from "../../../src/page/network/bodyPrefix.js";
import { binaryNote, isTextBody, mediaType } from "../../../src/page/network/isTextBody.js";

describe("truncateToBytes", () => {
  test.each([
    ["abc", 3, "abc", false],
    ["abcd", 3, "abc", true],
    ["a€", 4, "a€", false],
    ["a€", 3, "a", true],
    ["a😀", 5, "a😀", false],
    ["a😀", 4, "a", true],
    ["", 3, "", false],
  ])("%j in %d bytes is %j", (text, bytes, shown, isTruncated) => {
    expect(truncateToBytes(text, bytes)).toEqual({ text: shown, isTruncated });
  });
});

describe("Beginning", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  test("a body that fits exactly is complete", () => {
    const beginning = new BodyPrefix(4);
    expect(beginning.add(bytes("abcd"))).toBe(true);
    expect(beginning.truncated(true)).toEqual({ text: "abcd", isTruncated: false });
  });

  test("one byte more is truncated, and no more is read", () => {
    const beginning = new BodyPrefix(4);
    beginning.add(bytes("abcd"));
    expect(beginning.add(bytes("e"))).toBe(false);
    expect(beginning.truncated(false)).toEqual({ text: "abcd", isTruncated: true });
  });

  test("a character that comes in two pieces is one, and half of one at the end is none", () => {
    const euro = bytes("€");
    const beginning = new BodyPrefix(5);
    beginning.add(euro.slice(0, 1));
    beginning.add(euro.slice(1));
    beginning.add(euro);
    expect(beginning.truncated(false)).toEqual({ text: "€", isTruncated: true });
  });

  test("invalid UTF-8 never grows beyond the limit", () => {
    const beginning = new BodyPrefix(10);
    beginning.add(new Uint8Array(10).fill(0xff));
    expect(beginning.truncated(true)).toEqual({ text: "\ufffd".repeat(3), isTruncated: true });
  });
});

describe("headers", () => {
  const secrets = [
    "Authorization",
    "Cookie",
    "Set-Cookie",
    "X-API-Key",
    "X-CSRF-Token",
    "My-Secret",
    "Password",
  ];

  test.each(secrets)("%s is not shown", (name) => {
    expect(headersOfInit({ [name]: "s", Accept: "*/*" }).json()).toBe('{"accept":"*/*"}');
  });

  // NET-08
  test("whether there was an Authorization header is known", () => {
    expect(headersOfInit([["AUTHORIZATION", "Bearer x"]]).hasAuth).toBe(true);
    expect(headersOfInit(new Headers({ authorization: "x" })).hasAuth).toBe(true);
    expect(headersOfInit({ "x-api-key": "x" }).hasAuth).toBe(false);
    expect(headersOfInit(undefined).json()).toBe("{}");
  });

  test("lines of an XMLHttpRequest", () => {
    const list = headersOfLines("content-type: text/html; charset=utf-8\r\nset-cookie: a\r\nx-a: b: c\r\n");
    expect(list.contentType).toBe("text/html; charset=utf-8");
    expect(list.json()).toBe('{"content-type":"text/html; charset=utf-8","x-a":"b: c"}');
  });
});

test.each([
  ["application/json", true],
  ["application/problem+json", true],
  ["application/xhtml+xml", true],
  ["text/css", true],
  ["", true],
  ["image/svg+xml", false],
  ["font/woff2", false],
  ["application/wasm", false],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", false],
])("%s is text: %s", (type, expected) => expect(isTextBody(type)).toBe(expected));

test("a content type without its parameters", () => {
  expect(mediaType("Text/HTML ; charset=utf-8")).toBe("text/html");
  expect(binaryNote(3, "image/png")).toBe("[Binary: 3 bytes, type: image/png]");
});
