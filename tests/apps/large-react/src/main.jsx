// 6,000 components and a store of 2,500 keys: what is around an error is found in a large application, too.
import { configureStore } from "@reduxjs/toolkit";
import React, { useState } from "react";
import { createRoot } from "react-dom/client";
import { Provider, useSelector } from "react-redux";

const ROWS = 2_000;
const range = (length) => Array.from({ length }, (_, at) => at);
const slice = Object.fromEntries(range(50).map((at) => [`key${at}`, `value ${at}`]));
const initial = Object.fromEntries(range(50).map((at) => [`slice${at}`, { ...slice, status: "failed" }]));
const store = configureStore({ reducer: (state = initial) => state });

class Boundary extends React.Component {
  state = { error: null };

  static getDerivedStateFromError(error) {
    return { error };
  }

  render() {
    const { error } = this.state;
    return error ? <button onClick={() => this.setState({ error: null })}>Again</button> : this.props.children;
  }
}

function Price({ at }) {
  return <span>{at}.00</span>;
}

function Label({ at }) {
  return <span>Product {at}</span>;
}

function Row({ at }) {
  return (
    <li>
      <Label at={at} />
      <Price at={at} />
    </li>
  );
}

function Fragile() {
  const [broken, setBroken] = useState(0);
  const status = useSelector((state) => state.slice7.status);
  if (broken) throw new Error(`Order ${broken} ${status}`);
  return <button onClick={() => setBroken(performance.now())}>Order</button>;
}

createRoot(document.getElementById("root")).render(
  <Provider store={store}>
    <ul>
      {range(ROWS).map((at) => (
        <Row key={at} at={at} />
      ))}
    </ul>
    <Boundary>
      <Fragile />
    </Boundary>
  </Provider>,
);
