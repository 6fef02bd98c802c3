// The box that narrows a list; `/` leads there.
interface Props {
  value: string;
  change: (value: string) => void;
  label: string;
}

export function FilterBox({ value, change, label }: Props) {
  return (
    <input
      type="search"
      class="filter"
      data-filter
      value={value}
      placeholder={`${label}  ( / )`}
      aria-label={label}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Every word must be in one of the texts, in whatever letters. */
export function matches(filter: string, ...texts: (string | number | undefined)[]): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = texts.join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}
