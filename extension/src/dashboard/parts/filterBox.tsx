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
