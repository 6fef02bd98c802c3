// Draws the lanes: a row for each kind, a mark for each event, bars for what took time.
import { KINDS, type Kind, type Severity } from "../../feed/row.js";
import type { Row } from "../../generated/views.js";
import { isWithin, type Span } from "./span.js";
import { ticks } from "./ticks.js";

export const LANE_PX = 26;
export const AXIS_PX = 20;
export const HEIGHT_PX = KINDS.length * LANE_PX + AXIS_PX;
export const GUTTER_PX = 98;
export const NAMES: Record<Kind, string> = {
  error: "Errors",
  console: "Console",
  network: "Network",
  websocket: "WebSocket",
  action: "Actions",
  server: "Server",
};

const MARK_PX = 3;
/** Half the width of a time label: closer to the edge it would be cut off. */
const LABEL_PX = 30;
const NEAR_PX = 6;
const INSET_PX: Record<Severity, number> = { error: 4, warn: 6, info: 8, debug: 10 };
/** More marks than this overlap on any screen. */
const CROWD = 1_000;
const FAINT = 0.3;

export interface Scene {
  rows: readonly Row[];
  span: Span;
  selected: string;
  widthPx: number;
}

export function xOf(at: number, { from, to }: Span, widthPx: number): number {
  return GUTTER_PX + ((at - from) / (to - from)) * (widthPx - GUTTER_PX);
}

export function timeAt(x: number, { from, to }: Span, widthPx: number): number {
  return from + ((x - GUTTER_PX) / (widthPx - GUTTER_PX)) * (to - from);
}

export function draw(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const density = devicePixelRatio;
  canvas.width = scene.widthPx * density;
  canvas.height = HEIGHT_PX * density;
  context.scale(density, density);
  const color = colors(canvas);
  drawAxis(context, scene, color);
  drawLanes(context, scene, color);
  drawMarks(context, scene, color);
  drawNames(context, color);
}

/** The event nearest to a point of the canvas. */
export function rowAt(x: number, y: number, { rows, span, widthPx }: Scene): Row | undefined {
  const kind = KINDS[Math.floor(y / LANE_PX)];
  let best: Row | undefined;
  let nearest = NEAR_PX;
  for (const row of rows) {
    if (row.kind !== kind) continue;
    const start = xOf(row.at, span, widthPx);
    const end = xOf(row.at + (row.duration ?? 0), span, widthPx);
    const distance = x < start ? start - x : Math.max(0, x - end);
    if (distance <= nearest) [best, nearest] = [row, distance];
  }
  return best;
}

type Color = (name: string) => string;

function colors(canvas: HTMLCanvasElement): Color {
  const style = getComputedStyle(canvas);
  const known = new Map<string, string>();
  return (name) => {
    const value = known.get(name) ?? style.getPropertyValue(`--${name}`);
    known.set(name, value);
    return value;
  };
}

function drawAxis(context: CanvasRenderingContext2D, { span, widthPx }: Scene, color: Color): void {
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.textAlign = "center";
  for (const { at, words } of ticks(span, widthPx - GUTTER_PX)) {
    const x = Math.round(xOf(at, span, widthPx)) + 0.5;
    context.fillStyle = color("line");
    context.fillRect(x, 0, 1, HEIGHT_PX - AXIS_PX);
    context.fillStyle = color("soft");
    if (x < widthPx - LABEL_PX) context.fillText(words, x, HEIGHT_PX - AXIS_PX / 2);
  }
}

function drawLanes(context: CanvasRenderingContext2D, { widthPx }: Scene, color: Color): void {
  context.fillStyle = color("line");
  for (let lane = 1; lane <= KINDS.length; lane++) context.fillRect(0, lane * LANE_PX - 0.5, widthPx, 1);
}

/** Failures are drawn last so that nothing covers them. Many marks are drawn faint, so that density stays visible. */
function drawMarks(context: CanvasRenderingContext2D, scene: Scene, color: Color): void {
  const seen = scene.rows.filter((row) => isWithin(row, scene.span));
  context.globalAlpha = seen.length > CROWD ? FAINT : 1;
  for (const row of seen) if (!isBad(row)) drawMark(context, row, scene, color);
  context.globalAlpha = 1;
  for (const row of seen) if (isBad(row)) drawMark(context, row, scene, color);
  const selected = seen.find(({ ref }) => ref === scene.selected);
  if (selected) drawFrame(context, selected, scene, color);
}

function drawMark(context: CanvasRenderingContext2D, row: Row, scene: Scene, color: Color): void {
  const { x, top, length } = placeOf(row, scene);
  context.fillStyle = color(isBad(row) ? "lane-error" : `lane-${row.kind}`);
  // A failure fills the height of its lane, so that it stands out without color.
  const inset = INSET_PX[row.severity ?? "info"];
  context.fillRect(x, top + inset, length, LANE_PX - 2 * inset);
}

function drawFrame(context: CanvasRenderingContext2D, row: Row, scene: Scene, color: Color): void {
  const { x, top, length } = placeOf(row, scene);
  context.strokeStyle = color("ink");
  context.lineWidth = 1.5;
  context.strokeRect(x - 2.5, top + 2.5, length + 5, LANE_PX - 5);
}

function placeOf(row: Row, { span, widthPx }: Scene): { x: number; top: number; length: number } {
  const x = Math.max(xOf(row.at, span, widthPx), GUTTER_PX);
  const end = xOf(row.at + (row.duration ?? 0), span, widthPx);
  return { x, top: KINDS.indexOf(row.kind) * LANE_PX, length: Math.max(MARK_PX, end - x) };
}

function isBad({ severity }: Row): boolean {
  return severity === "error";
}

function drawNames(context: CanvasRenderingContext2D, color: Color): void {
  context.fillStyle = color("card");
  context.fillRect(0, 0, GUTTER_PX - 1, HEIGHT_PX);
  context.fillStyle = color("line");
  context.fillRect(GUTTER_PX - 1, 0, 1, HEIGHT_PX - AXIS_PX);
  context.textAlign = "left";
  context.font = "12px system-ui, sans-serif";
  KINDS.forEach((kind, lane) => {
    context.fillStyle = color("line");
    context.fillRect(0, (lane + 1) * LANE_PX - 0.5, GUTTER_PX, 1);
    context.fillStyle = color(`lane-${kind}`);
    context.fillRect(16, lane * LANE_PX + 9, 3, LANE_PX - 18);
    context.fillStyle = color("soft");
    context.fillText(NAMES[kind], 24, lane * LANE_PX + LANE_PX / 2 + 1);
  });
}
