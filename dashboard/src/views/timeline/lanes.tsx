// The timeline's canvas: the wheel zooms, dragging pans, a click selects. The list below has the same events.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Row } from "../../generated/views.js";
import { clock, plural } from "../../parts/format.js";
import { draw, HEIGHT_PX, rowAt, type Scene, timeAt } from "./draw.js";
import { pan, type Span, zoom } from "./span.js";

const WHEEL = 0.002;
const DRAG_PX = 3;
const DARK = matchMedia("(prefers-color-scheme: dark)");

interface Props {
  rows: readonly Row[];
  span: Span;
  selected: string;
  move: (span: Span) => void;
  select: (key: string) => void;
}

export function Lanes({ rows, span, selected, move, select }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [widthPx, setWidth] = useState(0);
  const [isDark, setDark] = useState(DARK.matches);
  const scene: Scene = { rows, span, selected, widthPx };
  const latest = useRef(scene);
  latest.current = scene;
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const change = () => setDark(DARK.matches);
    DARK.addEventListener("change", change);
    return () => DARK.removeEventListener("change", change);
  }, []);
  useLayoutEffect(() => {
    if (canvas.current && widthPx > 0) draw(canvas.current, latest.current);
  }, [rows, span, selected, widthPx, isDark]);
  useEffect(
    () => (canvas.current ? listen(canvas.current, latest, move, select) : undefined),
    [move, select],
  );
  return (
    <canvas
      ref={canvas}
      class="lanes"
      height={HEIGHT_PX}
      role="img"
      aria-label={`${plural(rows.length, "event")}, from ${clock(span.from)} to ${clock(span.to)}; also in the list below`}
    />
  );
}

/** Returns the cleanup function. Not a prop: Preact's wheel listener cannot prevent the page from scrolling. */
function listen(
  canvas: HTMLCanvasElement,
  scene: { current: Scene },
  move: (span: Span) => void,
  select: (key: string) => void,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const { span, widthPx } = scene.current;
    const msPerPx = (span.to - span.from) / widthPx;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) move(pan(span, event.deltaX * msPerPx));
    else move(zoom(span, Math.exp(event.deltaY * WHEEL), timeAt(event.offsetX, span, widthPx)));
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    follow(canvas, event, scene, move, select);
  };
  canvas.addEventListener("wheel", onWheel, { passive: false, signal });
  canvas.addEventListener("pointerdown", onDown, { signal });
  return () => stop.abort();
}

/** From pointer down to pointer up: a drag, or a click if the pointer hardly moved. */
function follow(
  canvas: HTMLCanvasElement,
  down: PointerEvent,
  scene: { current: Scene },
  move: (span: Span) => void,
  select: (key: string) => void,
): void {
  const stop = new AbortController();
  const { span, widthPx } = scene.current;
  let isDrag = false;
  const onMove = (event: PointerEvent) => {
    isDrag ||= Math.abs(event.offsetX - down.offsetX) > DRAG_PX;
    if (isDrag) move(pan(span, timeAt(down.offsetX, span, widthPx) - timeAt(event.offsetX, span, widthPx)));
  };
  const onUp = () => {
    stop.abort();
    const row = isDrag ? undefined : rowAt(down.offsetX, down.offsetY, scene.current);
    if (row) select(row.ref);
  };
  canvas.addEventListener("pointermove", onMove, { signal: stop.signal });
  canvas.addEventListener("pointerup", onUp, { signal: stop.signal });
  canvas.addEventListener("pointercancel", () => stop.abort(), { signal: stop.signal });
}
