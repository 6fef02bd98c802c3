// A fault inside of each recorder costs that one event, which is counted, and nothing that comes after it.
import { expect, test } from "vitest";
import { openCapturedPage, type Page } from "../bundle.js";

/** What makes each recorder encode something, and the stream on which it then appears. */
const ACTIONS = {
  console: { stream: "logs", act: "console.log('MARK')" },
  errors: { stream: "logs", act: "dispatchEvent(new ErrorEvent('error', { message: 'MARK' }))" },
  fetch: { stream: "network", act: "fetch('/MARK').catch(() => undefined)" },
  xhr: {
    stream: "network",
    act: "{ const x = new XMLHttpRequest(); x.open('GET', '/MARK'); x.send(); x.abort() }",
  },
  websocket: { stream: "websocket_status", act: "new WebSocket('ws://shop.test/MARK')" },
  dialogs: { stream: "actions", act: "prompt('MARK')" },
};

/** A page whose JSON.stringify, which every recorder needs, fails when it is told to. */
function openFragilePage(): Page {
  return openCapturedPage({
    prepare: (window) => {
      window.eval(`{
        const { stringify } = JSON;
        JSON.stringify = (...args) => { if (window.isFaulty) throw new TypeError("fault"); return stringify(...args) };
        window.prompt = () => "answer";
        window.fetch = function fetch() { return Promise.reject(new TypeError("refused")) };
      }`);
    },
  });
}

test.each(Object.entries(ACTIONS))(
  "a fault in the recorder of %s costs one event",
  async (name, { stream, act }) => {
    const page = openFragilePage();
    const shows = (mark: string) =>
      page.entries(stream).some((entry) => JSON.stringify(entry).includes(mark));
    await page.run(`isFaulty = true; ${act.replace("MARK", "missed")}; isFaulty = false`);
    await page.run(act.replace("MARK", "recorded"));
    page.flush();
    expect([shows("missed"), shows("recorded")]).toEqual([false, true]);
    const dropped = page.messages.flatMap((message) => (message.type === "chunks" ? [message.dropped] : []));
    expect(Object.assign({}, ...dropped)).toMatchObject({ [`recorder_${name}`]: 1 });
  },
);
