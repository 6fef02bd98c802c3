// Stands where scripts import @playwright/test from: the same, told which scripts fail on purpose, for a worker and its
// browser are given up after a failure that nobody expected.
import { test as real } from "REAL";

export { expect } from "REAL";

const FAILS = /\.(buggy|broken|status|shape|heading|console)\.spec\.js$/;
const WITHOUT_API = /\.offline\.spec\.js$/;

export const test = real.extend({
  expectation: [
    async ({}, use, info) => {
      info.skip(WITHOUT_API.test(info.file) && !info.title.endsWith("(mocked)"));
      info.fail(FAILS.test(info.file));
      await use();
    },
    { auto: true },
  ],
});
