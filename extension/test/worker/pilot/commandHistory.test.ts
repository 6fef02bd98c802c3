// The list of commands for the popup: newest first, bounded, complete also when the worker dies.
import { expect, test, vi } from "vitest";
import { PILOT_COMMANDS_SHOWN } from "../../../src/generated/limits.js";
import { CommandHistory } from "../../../src/worker/pilot/commandHistory.js";
import { FakeArea } from "../fakes.js";

const COMMAND = { client: "claude", tool: "execute", command: "1 + 1" };

function journalOver(area: FakeArea, onChange: () => void = () => undefined) {
  return new CommandHistory(area.asArea(), onChange);
}

const results = (journal: CommandHistory) => journal.commands.map(({ result }) => result);

test("a command is on the list while it runs, and then says how it ended", () => {
  const told = vi.fn();
  const journal = journalOver(new FakeArea(), told);
  const ended = journal.begin(COMMAND);
  expect(journal.commands).toMatchObject([{ ...COMMAND, result: "running" }]);
  ended("ok");
  expect(results(journal)).toEqual(["ok"]);
  expect(told).toHaveBeenCalledTimes(2);
});

test("the newest come first, and no more than are shown", () => {
  const journal = journalOver(new FakeArea());
  for (let number = 0; number <= PILOT_COMMANDS_SHOWN; number++) journal.begin(COMMAND)(String(number));
  expect(journal.commands).toHaveLength(PILOT_COMMANDS_SHOWN);
  expect(results(journal)[0]).toBe(String(PILOT_COMMANDS_SHOWN));
});

test("the next worker says that a command was interrupted", async () => {
  const area = new FakeArea();
  const journal = journalOver(area);
  journal.begin(COMMAND)("ok");
  journal.begin(COMMAND);
  const next = journalOver(area);
  await next.load();
  expect(results(next)).toEqual(["interrupted", "ok"]);
});
