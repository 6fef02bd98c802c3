// Records service workers that do not get through their installation: `register()` succeeds before that is known.
import { contextField } from "../core/annotations.js";
import { currentTarget, getter, listenTo, promiseThen, weakMap } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import type { Report } from "../core/repeats.js";
import { hideOwnFramesInText } from "../core/stacks.js";
import { exceptionEntryFields } from "./recordErrors.js";
import { workerField } from "./recordWorkers.js";

const { ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorker } = globalThis;
const installingOf = getter<ServiceWorker | null>(ServiceWorkerRegistration, "installing");
const stateOf = getter<string>(ServiceWorker, "state");
const scriptUrlOf = getter<string>(ServiceWorker, "scriptURL");

export function recordServiceWorkers(hooks: Hooks, report: Report): Undo {
  if (!ServiceWorkerContainer) return hooks.undo;
  const installing = weakMap<boolean>();
  const onChange = hooks.guard((event: Event) => {
    const worker = currentTarget(event) as ServiceWorker;
    if (installing.get(worker) && stateOf(worker) === "redundant") reportFailure(worker, report);
    installing.set(worker, false);
  });
  const watch = hooks.guard((registration: ServiceWorkerRegistration) => {
    const worker = installingOf(registration);
    if (worker === null || installing.get(worker) !== undefined) return;
    installing.set(worker, true);
    listenTo(worker, "statechange", onChange);
  });
  hooks.patch(ServiceWorkerContainer.prototype, "register", {
    __proto__: null,
    afterCall: (promise) => follow(promise as Promise<ServiceWorkerRegistration>, watch),
  });
  return hooks.undo;
}

/** The page gets a promise that settles as the browser's does: were it the same, looking at it would handle it. */
function follow(
  promise: Promise<ServiceWorkerRegistration>,
  watch: (registration: ServiceWorkerRegistration) => void,
): Promise<unknown> {
  return promiseThen(
    promise,
    (registration) => {
      watch(registration);
      return registration;
    },
    (error) => {
      hideOwnFramesInText(error);
      throw error;
    },
  );
}

function reportFailure(worker: ServiceWorker, report: Report): void {
  const url = scriptUrlOf(worker);
  const message = "The service worker failed to install";
  const fields = exceptionEntryFields(message, "") + contextField() + workerField({ kind: "service", url });
  report(`worker ${message} ${url}`, fields);
}
