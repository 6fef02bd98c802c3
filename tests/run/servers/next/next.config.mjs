// The packages are linked, and Turbopack reads nothing outside its root.
export default { turbopack: { root: "/" } };
