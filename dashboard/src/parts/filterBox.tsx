// The filter box of a list; `/` focuses it.
import { Empty } from "./empty.js";
import { type ListProps, VirtualList } from "./virtualList.js";

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

/** `none` is the title when nothing matches. */
export function FilteredList<T>({ none, ...list }: ListProps<T> & { none: string }) {
  return list.items.length === 0 ? (
    <Empty title={none}>Try a broader filter.</Empty>
  ) : (
    <VirtualList {...list} />
  );
}
