// A list that a filter narrows, down to nothing.
import { Empty } from "./empty.js";
import { type ListProps, VirtualList } from "./virtualList.js";

/** `none` says that nothing passes. */
export function FilteredList<T>({ none, ...list }: ListProps<T> & { none: string }) {
  return list.items.length === 0 ? <Empty title={none}>Loosen the filter.</Empty> : <VirtualList {...list} />;
}
