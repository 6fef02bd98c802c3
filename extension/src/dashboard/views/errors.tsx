// Errors.
import { PageBlock } from "../parts/pageText.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";

function ErrorsView({ feed }: ViewProps) {
  const { data, problem } = useView<unknown>(feed, "errors");
  return <PageBlock label="Errors" text={problem || JSON.stringify(data, null, 2) || ""} />;
}

export const errors: View = { name: "errors", title: "Errors", letter: "e", Component: ErrorsView };
