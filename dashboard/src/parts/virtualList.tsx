// A virtual list: only the visible rows are in the document; arrow keys move the selection.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

const ROW_PX = 28;
const OVERSCAN = 8;
const MAIN_BUTTON = 0;

export interface ListProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  selected: string;
  select: (key: string) => void;
  children: (item: T) => ComponentChildren;
  rowClass?: (item: T) => string;
}

export function VirtualList<T>({ label, items, keyOf, selected, select, children, rowClass }: ListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const look = () => {
    const element = box.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight });
  };
  useLayoutEffect(() => {
    const watch = new ResizeObserver(look);
    if (box.current) watch.observe(box.current);
    look();
    return () => watch.disconnect();
  }, []);
  useAnchor(box.current, items, keyOf, view.top);
  useNewest(items, keyOf, selected, select);

  const first = Math.max(0, Math.floor(view.top / ROW_PX) - OVERSCAN);
  const shown = items.slice(first, Math.ceil((view.top + view.height) / ROW_PX) + OVERSCAN);
  const selectedIndex = shown.findIndex((item) => keyOf(item) === selected);
  const move = (event: KeyboardEvent) => {
    const current = items.findIndex((item) => keyOf(item) === selected);
    const next = nextIndex(event.key, current, items.length, Math.floor(view.height / ROW_PX));
    const item = next === undefined ? undefined : items[next];
    if (event.key === "Escape") select("");
    if (item === undefined || next === undefined) return;
    event.preventDefault();
    select(keyOf(item));
    scrollTo(box.current, next);
  };
  const pick = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
    const item = row ? items[Number(row.dataset.index)] : undefined;
    if (item !== undefined) select(keyOf(item));
  };
  // New entries may move another row under the pointer before mouse-up, and then no click event fires.
  const press = (event: MouseEvent) => {
    if (event.button === MAIN_BUTTON) pick(event);
  };
  const click = (event: MouseEvent) => {
    const isWithoutPointer = event.detail === 0;
    if (isWithoutPointer) pick(event);
  };
  // A row that is scrolled out of view is removed from the document and would lose the focus.
  const keepFocus = ({ target }: FocusEvent) => {
    if (target !== box.current) box.current?.focus();
  };
  return (
    <div
      ref={box}
      class="list"
      role="listbox"
      aria-label={label}
      aria-activedescendant={selectedIndex < 0 ? undefined : optionId(first + selectedIndex)}
      tabIndex={0}
      onScroll={look}
      onKeyDown={move}
      onMouseDown={press}
      onClick={click}
      onFocusIn={keepFocus}
    >
      <div class="list-inner" role="presentation" style={{ height: `${items.length * ROW_PX}px` }}>
        {shown.map((item, index) => (
          <div
            key={keyOf(item)}
            id={optionId(first + index)}
            data-index={first + index}
            tabIndex={-1}
            class={`row ${rowClass?.(item) ?? ""}`}
            role="option"
            aria-selected={index === selectedIndex}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            style={{ transform: `translateY(${(first + index) * ROW_PX}px)` }}
          >
            {children(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Selects the newest entry once, when the list is first shown; it stays selected while newer ones arrive. */
function useNewest<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  selected: string,
  select: (key: string) => void,
): void {
  const wasSelected = useRef(false);
  useLayoutEffect(() => {
    const [newest] = items;
    if (!wasSelected.current && !selected && newest !== undefined) select(keyOf(newest));
    wasSelected.current ||= newest !== undefined;
  }, [items]);
}

/** New entries at the top push the others down; keeps the scroll position of a reader further down. */
function useAnchor<T>(
  box: HTMLElement | null,
  items: readonly T[],
  keyOf: (item: T) => string,
  top: number,
): void {
  const anchor = useRef({ key: "", index: 0 });
  useLayoutEffect(() => {
    const { key, index } = anchor.current;
    const place = top > 0 ? items.findIndex((item) => keyOf(item) === key) : -1;
    if (box && place > index) box.scrollTop += (place - index) * ROW_PX;
  }, [items]);
  useLayoutEffect(() => {
    const index = Math.floor(top / ROW_PX);
    const item = items[index];
    anchor.current = { key: item === undefined ? "" : keyOf(item), index };
  });
}

function nextIndex(key: string, current: number, length: number, page: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: length - 1,
  };
  const wanted = moves[key];
  return wanted === undefined || length === 0 ? undefined : Math.min(Math.max(wanted, 0), length - 1);
}

function scrollTo(box: HTMLElement | null, index: number): void {
  if (!box) return;
  const top = index * ROW_PX;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW_PX > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW_PX - box.clientHeight;
}

function optionId(index: number): string {
  return `option-${index}`;
}
