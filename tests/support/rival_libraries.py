"""Libraries from npm, and habits of pages, that wrap or replace the globals that the extension wraps."""

from bundle import bundle

from browser import ROOT

LIBRARIES = {
    "Sentry": """import * as Sentry from "@sentry/browser";
        Sentry.init({ dsn: "http://key@localhost:1/1", tracesSampleRate: 1, transport: () => ({
            send: async () => ({}), flush: async () => true }),
            integrations: [Sentry.browserTracingIntegration(), Sentry.captureConsoleIntegration()] });""",
    "Bluebird": """import Bluebird from "bluebird"; window.Promise = Bluebird;""",
    "core-js": """require("core-js/configurator")({ usePolyfill: ["Promise"] }); require("core-js/es/promise");""",
    "zone.js": """import "zone.js";""",
    "a console wrapper": """for (const level of ["log", "info", "warn", "error", "debug"]) {
        const original = console[level];
        console[level] = function () {
            (window.recorded ??= []).push([level, Array.from(arguments)]);
            return original.apply(console, arguments);
        };
    }""",
    "a page that replaces everything": """
        const call = console.log.bind(console), callError = console.error.bind(console);
        window.console = { ...console, log: (...args) => call(...args), error: (...args) => callError(...args) };
        const originalFetch = fetch;
        window.fetch = async (...args) => originalFetch(...args);
        window.WebSocket = class extends WebSocket {};
        window.Promise = class extends Promise {};
        const { stringify, parse } = JSON;
        window.JSON = { stringify: (value) => stringify(value), parse: (text) => parse(text) };
        // Called by us: a listener of the page may well run while one of our wrappers is further down the stack.
        const isOurs = ({ stack }) => stack.split("\\n")[2]?.includes("gasoline");
        const replace = (prototype, name) => {
            const original = prototype[name];
            prototype[name] = function (...args) {
                if (isOurs(new Error())) throw new Error("not yours");
                return original.apply(this, args);
            };
        };
        for (const name of ["push", "map", "slice", "forEach", "indexOf", "join"]) replace(Array.prototype, name);
        for (const name of ["json", "text", "clone", "arrayBuffer", "blob"]) replace(Response.prototype, name);
        for (const name of ["then", "catch", "finally"]) replace(Object.getPrototypeOf(Promise.prototype), name);
        Object.defineProperty(Array.prototype, 0, { configurable: true, set(value) {
            if (isOurs(new Error())) throw new Error("not yours");
            Object.defineProperty(this, 0, { value, writable: true, enumerable: true, configurable: true });
        } });""",
}


def library_script(name: str) -> str:
    """What installs the library in a page."""
    return bundle(LIBRARIES[name], ROOT / "tests/apps")
