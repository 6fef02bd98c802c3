// The functions of bySyntax.cjs, as the strict part of the runner gets them.
export interface BySyntax {
  verifiedCompiler: (candidate: unknown) => ((text: string) => unknown) | null;
  settle: (
    promise: Promise<unknown>,
    engines: PromiseConstructor,
    hear: {
      __proto__: null;
      onValue: (value: unknown) => void;
      onError: (error: unknown) => void;
      onReplaced: () => void;
    },
  ) => void;
  promised: <T>(begin: (done: (value: T) => void) => void) => Promise<T>;
}
