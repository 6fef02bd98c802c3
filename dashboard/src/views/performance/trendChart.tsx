// A chart of one metric over a page's loads: its values, the normal range and the budget.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import type { Column } from "../../generated/views.js";
import { METRICS, type Metric, writeMetric } from "./metrics.js";

const HEIGHT_PX = 200;
const AXIS_PX = 64;
const HEADROOM = 1.15;
/** The minimum top of the scale, so that noise does not fill the chart. */
const LEAST = { ms: 20, score: 0.05, count: 4, bytes: 1024 };
const DARK = "(prefers-color-scheme: dark)";

interface Props {
  metric: Metric;
  column: Column;
  times: readonly string[];
  budget: number | undefined;
  /** The load under the pointer; null for none. */
  hover: (index: number | null) => void;
}

export function TrendChart({ metric, column, times, budget, hover }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const shown = JSON.stringify([metric, column, times, budget]);
  // Compared as text, so that reloading the same numbers does not redraw the chart.
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let chart = draw(element, metric, column, budget, hover);
    const redraw = () => {
      chart.destroy();
      chart = draw(element, metric, column, budget, hover);
    };
    const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    const scheme = matchMedia(DARK);
    resize.observe(element);
    scheme.addEventListener("change", redraw);
    return () => {
      resize.disconnect();
      scheme.removeEventListener("change", redraw);
      chart.destroy();
    };
  }, [shown]);
  return <div ref={box} class="trend-chart" role="img" aria-label={describeTrend(metric, column, budget)} />;
}

function draw(
  box: HTMLElement,
  metric: Metric,
  column: Column,
  budget: number | undefined,
  hover: Props["hover"],
) {
  const color = (name: string) => getComputedStyle(box).getPropertyValue(name).trim();
  const axis = {
    stroke: color("--soft"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
  };
  return new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: {
        x: { time: false, range: (_, low, high) => [low - 0.5, high + 0.5] },
        y: { range: (_, __, high) => fromZero(metric, high) },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          incrs: [1, 2, 5, 10],
          values: (_, splits) => splits.map(loadNumber),
        },
        { ...axis, size: AXIS_PX, values: (_, splits) => splits.map((value) => writeMetric(metric, value)) },
      ],
      series: [
        {},
        { stroke: "transparent", points: { show: false } },
        { stroke: color("--soft"), width: 1, dash: [4, 4], points: { show: false } },
        { stroke: color("--bad"), width: 1, dash: [8, 4], points: { show: false } },
        { stroke: color("--accent"), width: 2, points: { show: true, size: 6, fill: color("--accent") } },
      ],
      bands: [{ series: [1, 2], fill: color("--band") }],
      hooks: { setCursor: [({ cursor }) => hover(cursor.idx ?? null)] },
    },
    dataOf(column, budget),
    box,
  );
}

function dataOf({ values, usual, bound }: Column, budget: number | undefined): uPlot.AlignedData {
  const loads = values.map((_, index) => index + 1);
  const line: Column["values"] = values.map(() => budget ?? null);
  return [loads, bound, usual, line, values];
}

/** The scale starts at zero; otherwise small differences would look large. */
function fromZero(metric: Metric, high: number | null): [number, number] {
  return [0, Math.max((high ?? 0) * HEADROOM, LEAST[METRICS[metric].unit])];
}

function loadNumber(value: number): string {
  return Number.isInteger(value) && value > 0 ? String(value) : "";
}

function describeTrend(metric: Metric, { values, usual }: Column, budget: number | undefined): string {
  const limit = budget === undefined ? "" : ` The budget is ${writeMetric(metric, budget)}.`;
  const now = `${METRICS[metric].title} over ${values.length} loads: ${writeMetric(metric, values.at(-1))} now`;
  return `${now}, usually ${writeMetric(metric, usual.at(-1))}.${limit}`;
}
