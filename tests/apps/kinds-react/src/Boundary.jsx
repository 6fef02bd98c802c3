import React from "react";

export class Boundary extends React.Component {
  state = { failure: null };

  static getDerivedStateFromError(failure) {
    return { failure };
  }

  componentDidCatch(error, info) {
    if (window.logsStacks) console.error("logged by the boundary", error, info.componentStack);
  }

  render() {
    return this.state.failure ? <p>Failed</p> : this.props.children;
  }
}
