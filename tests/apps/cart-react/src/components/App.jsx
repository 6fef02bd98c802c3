import React from "react";
import { CartPage } from "./CartPage.jsx";
import { ErrorBoundary } from "./ErrorBoundary.jsx";

export function App() {
  return (
    <ErrorBoundary fallback={<p>Something went wrong</p>}>
      <CartPage currency="EUR" />
    </ErrorBoundary>
  );
}
