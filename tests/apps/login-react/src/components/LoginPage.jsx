import React from "react";
import { LoginForm } from "./LoginForm.jsx";

export function LoginPage({ redirectUrl }) {
  return (
    <section>
      <h1>Welcome back</h1>
      <LoginForm initialEmail="ada@example.com" redirectUrl={redirectUrl} />
    </section>
  );
}
