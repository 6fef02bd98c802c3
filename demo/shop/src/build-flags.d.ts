// What build.mjs decides at build time.

/** Whether the checkout bug is fixed in this bundle. */
declare const __FIXED__: boolean;
