// What the runner of scripts does by syntax alone, because a page may have replaced every function: part of runner.js,
// outside of its strict code. Sloppy, because only there a parameter may be called `eval`. These functions call nothing
// of the page's but a false `eval`, which sees none of our text.

/**
 * Compiles text, if `eval` is the engine's own; null if it is not. Only the engine's own, called by its name, can write
 * a local variable. It is read once and tried before it gets the script: a page cannot exchange it in between.
 */
// biome-ignore lint/correctness/noUnusedVariables: runner.js hands it on
// biome-ignore lint/suspicious/noShadowRestrictedNames: only a call by this name can write the variable
function verifiedCompiler(eval) {
  // biome-ignore lint/style/useConst: the text writes it
  let isEnginesOwn = false;
  eval("isEnginesOwn = true");
  // biome-ignore lint/complexity/noCommaOperator: by another name it compiles in the global scope
  return isEnginesOwn ? (text) => (0, eval)(text) : null;
}

/** Gives an object a property of its own, past every setter. */
function withOwn(object, name, value) {
  class Same {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: the field of the class below goes to what is returned here
      return object;
    }
  }
  class Own extends Same {
    [name] = value;
  }
  return new Own();
}

/**
 * Waits for a promise of an async function. `await` takes it as it is if its `constructor` is the engine's own Promise;
 * for any other it would ask the `then` of the page, and so it asks ours, which says that `Promise` was replaced.
 */
// biome-ignore lint/correctness/noUnusedVariables: runner.js hands it on
function settle(promise, enginesPromise, { onValue, onError, onReplaced }) {
  withOwn(promise, "constructor", enginesPromise);
  withOwn(promise, "then", () => onReplaced());
  (async () => {
    let value;
    try {
      value = await promise;
    } catch (error) {
      return onError(error);
    }
    onValue(value);
  })();
}

/** A promise of what `begin` hands to its argument, which must not inherit a `then`. */
// biome-ignore lint/correctness/noUnusedVariables: runner.js hands it on
function promised(begin) {
  // biome-ignore lint/suspicious/noThenProperty: the one way to a promise without the page's Promise
  const promise = (async () => await { __proto__: null, then: (resolve) => begin(resolve) })();
  // Without a constructor, the browser's own `then` makes a native promise.
  return withOwn(promise, "constructor", undefined);
}
