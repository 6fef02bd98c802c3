// An empty place that says what to do next.
import { type ComponentChildren, toChildArray } from "preact";
import { WithCode } from "./withCode.js";

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <p class="soft">
        {toChildArray(children).map((child) =>
          typeof child === "string" ? <WithCode key={child} text={child} /> : child,
        )}
      </p>
    </div>
  );
}
