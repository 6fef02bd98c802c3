import { configureStore } from "@reduxjs/toolkit";
import auth from "./auth.js";
import cart from "./cart.js";

export const store = configureStore({ reducer: { auth, cart } });
