// What the tests use of jsdom, which brings no types of its own.
declare module "jsdom" {
  export type DOMWindow = Window & typeof globalThis & Record<string, unknown>;
  export class VirtualConsole {}
  export class JSDOM {
    constructor(
      html: string,
      options: { url: string; runScripts: "outside-only"; virtualConsole: VirtualConsole },
    );
    readonly window: DOMWindow;
  }
}
