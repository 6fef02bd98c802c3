// An empty place that says what to do next.
import type { ComponentChildren } from "preact";

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <p class="soft">{children}</p>
    </div>
  );
}
