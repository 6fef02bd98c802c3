import React, { Suspense } from "react";
import { Boundary } from "./Boundary.jsx";
import { Settings } from "./Settings.jsx";
import { ThemeContext } from "./ThemeContext.js";

const Late = React.lazy(() => Promise.resolve({ default: Settings }));

export function App() {
  return (
    <ThemeContext.Provider value={{ dark: false, accent: "red" }}>
      <Boundary title="Settings">
        <Suspense fallback={<p>Wait</p>}>
          <>
            <Late user="Ada" />
          </>
        </Suspense>
      </Boundary>
    </ThemeContext.Provider>
  );
}
