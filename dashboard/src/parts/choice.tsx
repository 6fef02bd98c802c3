// A group of filter buttons of which one is pressed, each with its count.
interface Props<T extends string> {
  label: string;
  options: readonly { value: T; title: string; count?: number }[];
  chosen: T;
  choose: (value: T) => void;
}

export function Choice<T extends string>({ label, options, chosen, choose }: Props<T>) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map(({ value, title, count }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
          {title}
          {count !== undefined && <span class="choice-count">{count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
