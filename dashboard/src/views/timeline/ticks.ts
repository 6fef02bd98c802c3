// The ticks of the time axis: at round times, about one per hundred pixels.
import type { Span } from "./span.js";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];
const APART_PX = 110;

export interface Tick {
  at: number;
  words: string;
}

export function ticks({ from, to }: Span, widthPx: number): Tick[] {
  const wanted = ((to - from) / Math.max(widthPx, 1)) * APART_PX;
  const step = STEPS.find((each) => each >= wanted) ?? 24 * HOUR;
  // Rounded in local time, which may differ from UTC by half an hour.
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const first = Math.ceil((from - offset) / step) * step + offset;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step).map((at) => ({
    at,
    words: words(at, step),
  }));
}

function words(at: number, step: number): string {
  const time = new Date(at);
  const [month, day, hours, minutes, seconds] = [
    time.getMonth() + 1,
    time.getDate(),
    time.getHours(),
    time.getMinutes(),
    time.getSeconds(),
  ].map((part) => String(part).padStart(2, "0"));
  if (step >= 3 * HOUR) return `${month}-${day} ${hours}:${minutes}`;
  if (step >= MINUTE) return `${hours}:${minutes}`;
  if (step >= SECOND) return `${hours}:${minutes}:${seconds}`;
  return `${minutes}:${seconds}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}
