// The gate: nothing runs while the switch is off, and what runs ends when it is moved.
import { expect, test, vi } from "vitest";
import type { Query } from "../../../src/generated/wire.js";
import { PilotGate } from "../../../src/worker/pilot/gate.js";

const QUERY: Query = {
  id: "q",
  type: "execute",
  params: { script: "x".repeat(1000) },
  timeoutMs: 1,
  client: "claude",
};

function gateWith(enabled: boolean) {
  const ended = vi.fn();
  const begin = vi.fn(() => ended);
  return { gate: new PilotGate({ enabled }, { begin }), begin, ended };
}

test("while it is off the command is not even begun, and the person sees that it was asked", async () => {
  const { gate, begin, ended } = gateWith(false);
  const command = vi.fn();
  await expect(gate.pass(QUERY, command)).rejects.toMatchObject({
    code: "ai_web_pilot_disabled",
    message: "Enable 'AI Web Pilot' in extension popup to use this tool",
  });
  expect(command).not.toHaveBeenCalled();
  expect(begin.mock.calls).toEqual([[{ client: "claude", tool: "execute", command: "x".repeat(200) }]]);
  expect(ended.mock.calls).toEqual([["ai_web_pilot_disabled"]]);
});

test("moving the switch answers every running command and cancels it", async () => {
  const { gate } = gateWith(true);
  const signals: AbortSignal[] = [];
  const endless = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise(() => undefined);
  };
  const answers = [gate.pass(QUERY, endless), gate.pass(QUERY, endless)];
  gate.close();
  for (const answer of answers) await expect(answer).rejects.toMatchObject({ code: "ai_web_pilot_disabled" });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test.each([
  [async () => ({ success: true }), "ok"],
  [async () => ({ success: false }), "failed"],
])("the list says how it ended", async (command, result) => {
  const { gate, ended } = gateWith(true);
  await gate.pass(QUERY, command);
  expect(ended.mock.calls).toEqual([[result]]);
});
