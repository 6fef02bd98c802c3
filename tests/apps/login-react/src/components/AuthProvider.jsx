import React, { createContext, useState } from "react";

export const SessionContext = createContext(null);
SessionContext.displayName = "SessionContext";

export function AuthProvider({ children }) {
  const [session, setSession] = useState(null);
  return <SessionContext.Provider value={{ session, setSession }}>{children}</SessionContext.Provider>;
}
