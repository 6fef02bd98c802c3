import React, { forwardRef, memo, useState } from "react";
import { ThemeContext } from "./ThemeContext.js";

const Fancy = forwardRef(function Fancy({ kind, onPress }, ref) {
  return (
    <button ref={ref} className={kind} onClick={onPress}>
      {kind}
    </button>
  );
});

function Crash({ when }) {
  if (when) throw new Error("render failed");
  return null;
}

export const Panel = memo(function Panel({ user }) {
  const [fails, setFails] = useState(false);
  const press = () => {
    throw new Error("pressed");
  };
  return (
    <ThemeContext.Consumer>
      {({ accent }) => (
        <div style={{ color: accent }}>
          <Fancy kind="press" onPress={press} />
          <Fancy kind="crash" onPress={() => setFails(true)} />
          <Crash when={fails} user={user} />
        </div>
      )}
    </ThemeContext.Consumer>
  );
});
