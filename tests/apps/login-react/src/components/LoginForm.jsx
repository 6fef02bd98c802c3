import React, { useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { login } from "../api.js";
import { loggedIn } from "../store/auth.js";

export function LoginForm({ initialEmail }) {
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState("");
  const loading = useSelector((state) => state.auth.loading);
  const dispatch = useDispatch();

  const handleSubmit = async (event) => {
    event.preventDefault();
    const result = await login({ email, password }, dispatch);
    dispatch(loggedIn(result.data.user));
  };

  return (
    <form onSubmit={handleSubmit}>
      <input aria-label="Email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <input
        aria-label="Password"
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button aria-busy={loading}>Log in</button>
    </form>
  );
}
