// An empty state that says what to do next.
import { type ComponentChildren, toChildArray } from "preact";

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

/** Our own text, in which `backticks` mark terminal commands. */
function WithCode({ text }: { text: string }) {
  return (
    <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
  );
}
