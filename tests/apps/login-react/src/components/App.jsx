import React from "react";
import { AuthProvider } from "./AuthProvider.jsx";
import { LoginPage } from "./LoginPage.jsx";

export function App({ theme }) {
  return (
    <main className={theme}>
      <AuthProvider>
        <LoginPage redirectUrl="/account" onSuccess={() => {}} />
      </AuthProvider>
    </main>
  );
}
