import { defineStore } from "pinia";

export const useAuth = defineStore("auth", {
  state: () => ({ user: null, token: "st-1234567890", loading: false, error: null }),
  actions: {
    async login(credentials) {
      this.loading = true;
      const response = await fetch("/status/401", { method: "POST", body: JSON.stringify(credentials) });
      this.loading = false;
      if (!response.ok) this.error = `Request failed with status ${response.status}`;
      return response.json();
    },
  },
});
