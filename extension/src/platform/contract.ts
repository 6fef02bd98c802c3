// What differs from browser to browser. Each browser's folder implements all of it; `#platform/…` is the folder that a
// build is for (`imports` in package.json).

/** `#platform/browser.js`: names, in every world. */
export interface Browser {
  /** What the user calls the browser. */
  BROWSER_NAME: string;
  /** Where the user manages extensions. */
  EXTENSIONS_PAGE: string;
  /** The scheme of an extension's own pages. */
  EXTENSION_SCHEME: string;
  /** The store's pages, which extensions cannot access. */
  STORE_NAME: string;
  STORE_PAGES: RegExp;
  /** What the popup adds to "run this in a terminal". GUARD-12 */
  PAIRING_LIMIT: string;
}

/** `#platform/page/stackFormat.js`: how an error's stack reads, in the page world. */
export interface StackFormat {
  /** In a stack: the first group is the folder of a frame's script. */
  SCRIPT_FOLDER: RegExp;
  /** The property of an error that holds its stack, called with "stack"; nothing if the stack cannot be changed. */
  stackProperty: (error: object, key: PropertyKey) => PropertyDescriptor | undefined;
  /** Where the first frame begins; -1 if there is none. */
  framesStart: (stack: string) => number;
  isFrame: (line: string) => boolean;
  /** The function that a frame names; "" for one without a name. */
  functionName: (frame: string) => string;
  /** A component stack of React, which writes lines as the browser does, as it is in Chromium: `    at Cart (place)`. */
  componentStackText: (text: string) => string;
}

/** `#platform/page/nativeTexts.js`: texts of the browser's own functions and errors, in the page world. */
export interface NativeTexts {
  /** Decides by the source text of a function. */
  isNativeText: (text: string) => boolean;
  isNativeGetterText: (text: string) => boolean;
  /** The text that `isNativeGetterText` looks at. */
  getterText: (get: (...args: never[]) => unknown) => string;
  /** A native refused its `this` or its arguments. */
  isRefusedCall: (message: string) => boolean;
  /** The same, of a constructor or an accessor, too. */
  isBindingError: (message: string) => boolean;
  isEndOfJson: (message: string) => boolean;
}

/** `#platform/page/stackOverflow.js` */
export interface StackOverflow {
  /** Of the error that the engine throws where the stack is full. */
  stackOverflowPrototype: object;
}

/** `#platform/worker/stackLines.js`: how an error's stack reads, in the worker. */
export interface StackLines {
  isFrameLine: (line: string) => boolean;
  /** The address in a frame as the browser wrote it. */
  addressIn: (frame: string) => string | undefined;
  /** Removes where the text of an evaluated script came from. */
  withoutEvalOrigin: (frame: string) => string;
}

/** `#platform/worker/apiErrors.js`: what the errors of the extension API mean. */
export interface ApiErrors {
  tabProblemIn: (message: string) => TabProblem | null;
  /** Screenshots are taken too fast; wait for SCREENSHOT_QUOTA_WAIT_MS. */
  isScreenshotQuota: (message: string) => boolean;
  isScreenshotRefused: (message: string) => boolean;
  SCREENSHOT_QUOTA_WAIT_MS: number;
}

export type TabProblem = "closed" | "not_captured" | "not_allowed";

/** `#platform/worker/workerLife.js`: how the worker stays alive while it is needed. */
export interface WorkerLife {
  HEARTBEAT_MS: number;
  REVIVE_MINUTES: number;
  SEARCH_MINUTES: number;
}

/** `#platform/worker/userScripts.js`: scripts that no policy of the page forbids. */
export interface UserScripts {
  areUserScriptsAllowed: () => boolean;
  /** In the page world of one document; the script's value. */
  runUserScript: (tabId: number, documentId: string, code: string) => Promise<unknown>;
  /** How the user allows them. */
  ALLOW_USER_SCRIPTS: string;
}

/** The type of `chrome.cookies`, which the worlds of pages do not have. */
export interface PartitionKey {
  topLevelSite?: string | undefined;
  hasCrossSiteAncestor?: boolean | undefined;
}

/** `#platform/worker/cookiePlaces.js`: where cookies are, and how the API finds them. */
export interface CookiePlaces {
  /** Cookies that a site has only below one top-level site: that of the tab's page, which has this address. */
  partitionOf: (tabId: number, url: string) => Promise<PartitionKey | undefined>;
  /** Whether the API finds it by an address with http, not https. */
  isFoundByHttp: (cookie: { secure: boolean; partitionKey?: PartitionKey | undefined }) => boolean;
}

/** `#platform/worker/loadScripts.js`: the scripts that define the functions that are injected by their text. */
export interface ScriptLoader {
  /** Files of the extension. */
  loadScripts: (...files: string[]) => void;
}
