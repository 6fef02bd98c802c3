// Human-readable numbers and times.
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const THOUSAND = 1_000;
const KIB = 1_024;

export function shortNumber(value: number): string {
  return value < THOUSAND ? String(value) : `${(value / THOUSAND).toFixed(value < 10 * THOUSAND ? 1 : 0)}k`;
}

export function duration(ms: number): string {
  if (ms < SECOND) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 2 : 1)} s`;
  return `${Math.floor(ms / MINUTE)} min ${Math.round((ms % MINUTE) / SECOND)} s`;
}

export function size(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`;
  if (bytes < KIB * KIB) return `${(bytes / KIB).toFixed(1)} KB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

/** The time of the day, to the millisecond. */
export function clock(at: number | string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "";
  const [hours, minutes, seconds] = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits);
  return `${hours}:${minutes}:${seconds}.${String(time.getMilliseconds()).padStart(3, "0")}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
