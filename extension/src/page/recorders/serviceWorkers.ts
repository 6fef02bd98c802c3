// Records service workers that do not get through their installation: `register()` succeeds before that is known.
import { contextField } from "../annotations.js";
import { currentTarget, getter, listenTo, memo, promiseThen } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import type { Report } from "../repeats.js";
import { hideOwnFramesInText } from "../stacks.js";
import { exceptionFields } from "./errors.js";
import { workerField } from "./workers.js";

const { ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorker } = globalThis;
const installingOf = getter<ServiceWorker | null>(ServiceWorkerRegistration?.prototype, "installing");
const stateOf = getter<string>(ServiceWorker?.prototype, "state");
const scriptUrlOf = getter<string>(ServiceWorker?.prototype, "scriptURL");

export function recordServiceWorkers(hooks: Hooks, report: Report): Undo {
  if (!ServiceWorkerContainer) return hooks.undo;
  const installing = memo<boolean>();
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
    after: (promise) => follow(promise as Promise<ServiceWorkerRegistration>, watch),
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
  const fields = exceptionFields(message, "") + contextField() + workerField({ kind: "service", url });
  report(`worker ${message} ${url}`, fields);
}
