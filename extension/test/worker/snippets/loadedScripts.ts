/** What the tab's page says that it has loaded. Imports nothing, because the mock of `askProbe` imports it. */
export const loaded = { scripts: [] as { url: string; bytes: number }[] };
