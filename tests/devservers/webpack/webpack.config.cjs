// The tests differ by devtool only; webpack's own default for development is "eval".
module.exports = {
  mode: "development",
  entry: "./src/main.js",
  devtool: process.env.DEVTOOL,
  output: { publicPath: "/" },
  devServer: { static: "./public", hot: true },
};
