export const BUILT_IN_METHODS: ReadonlySet<string>;
export const OWN_CALLS: ReadonlySet<string>;
