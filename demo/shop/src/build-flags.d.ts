// What build.mjs decides at build time.

/** Whether this bundle has the checkout bug mended. */
declare const __FIXED__: boolean;
