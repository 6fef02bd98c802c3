// Rows that seldom matter when debugging a page: files that loaded, and messages of hot reload.
import type { Row } from "../../generated/views.js";

/** The rows without noise. One message may show that its connection only reloads modules. */
export function withoutNoise(rows: readonly Row[], selected: string): readonly Row[] {
  const connections = new Set(rows.filter(isHotReload).map(({ id }) => id));
  return rows.filter(
    (row) =>
      row.ref === selected ||
      !(row.isNoise || (row.kind === "websocket" && row.id !== undefined && connections.has(row.id))),
  );
}

function isHotReload({ kind, isNoise }: Row): boolean {
  return kind === "websocket" && isNoise === true;
}
