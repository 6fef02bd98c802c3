// Network.
import { PageBlock } from "../parts/pageText.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";

function NetworkView({ feed }: ViewProps) {
  const { data, problem } = useView<unknown>(feed, "network");
  return <PageBlock label="Network" text={problem || JSON.stringify(data, null, 2) || ""} />;
}

export const network: View = { name: "network", title: "Network", letter: "n", Component: NetworkView };
