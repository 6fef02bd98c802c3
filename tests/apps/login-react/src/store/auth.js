import { createSlice } from "@reduxjs/toolkit";

const auth = createSlice({
  name: "auth",
  initialState: { user: null, token: "st-1234567890", loading: false, error: null },
  reducers: {
    started: (state) => {
      state.loading = true;
      state.error = null;
    },
    failed: (state, { payload }) => {
      state.loading = false;
      state.error = payload;
    },
    loggedIn: (state, { payload }) => {
      state.loading = false;
      state.user = payload;
    },
  },
});

export const { started, failed, loggedIn } = auth.actions;
export default auth.reducer;
