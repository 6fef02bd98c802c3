// Parts of the page world that are injected only when a page needs them; build.mjs makes a script of each.

export const PARTS = ["context", "bodies", "failures", "websockets", "traces"] as const;

export type PartName = (typeof PARTS)[number];
