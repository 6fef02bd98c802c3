// WebSocket.
import { PageBlock } from "../parts/pageText.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";

function WebSocketView({ feed }: ViewProps) {
  const { data, problem } = useView<unknown>(feed, "websocket");
  return <PageBlock label="WebSocket" text={problem || JSON.stringify(data, null, 2) || ""} />;
}

export const websocket: View = {
  name: "websocket",
  title: "WebSocket",
  letter: "w",
  Component: WebSocketView,
};
