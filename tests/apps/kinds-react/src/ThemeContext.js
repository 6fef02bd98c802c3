import React from "react";

export const ThemeContext = React.createContext({ dark: true });
ThemeContext.displayName = "ThemeContext";
