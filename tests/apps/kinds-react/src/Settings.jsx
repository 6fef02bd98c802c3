import React from "react";
import { Panel } from "./Panel.jsx";

export class Settings extends React.Component {
  state = { open: true, draft: "secret draft" };

  render() {
    return <Panel label="Profile" user={this.props.user} />;
  }
}
