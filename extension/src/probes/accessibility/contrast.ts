// Color contrast as WCAG defines it, and the nearest color with sufficient contrast.
import type { FailedNode } from "./failedNode.js";

const CONTRAST_STEPS = 255; // sRGB: as many as a channel has between its ends

type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The color nearest to `foreground`, of the same hue, with a contrast above `required`; null if there is none. */
export function nearestPassing(foreground: string, background: string, required: number): string | null {
  const from = parseHex(foreground);
  const behind = parseHex(background);
  if (from === null || behind === null) return null;
  const found = [towards(BLACK), towards(WHITE)].flatMap((darkerOrLighter) => {
    for (let step = 0; step <= CONTRAST_STEPS; step++) {
      const color = darkerOrLighter(from, step / CONTRAST_STEPS);
      // axe wants more than the ratio, not as much.
      if (contrast(color, behind) > required) return [color];
    }
    return [];
  });
  const [best] = found.sort((a, b) => distance(a, from) - distance(b, from));
  return best === undefined ? null : toHex(best);
}

export function contrastOf(foreground: string, background: string): number | null {
  const [front, back] = [parseHex(foreground), parseHex(background)];
  return front === null || back === null ? null : contrast(front, back);
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Rounded away from the start, so that a step is never too small. */
function towards(end: Rgb): (from: Rgb, share: number) => Rgb {
  return (from, share) =>
    from.map((channel, at) => {
      const goal = end[at] as number;
      const moved = channel + (goal - channel) * share;
      return goal < channel ? Math.floor(moved) : Math.ceil(moved);
    }) as unknown as Rgb;
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function parseHex(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{6})/i.exec(text)?.[1];
  if (digits === undefined) return null;
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
}

function toHex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

interface ContrastData {
  fgColor?: string;
  bgColor?: string;
  expectedContrastRatio?: string;
}

/** Computes the contrast fix: the nearest color that passes. */
export function fixContrast(node: FailedNode): string {
  const { fgColor, bgColor, expectedContrastRatio } = (node.checks[0]?.data ?? {}) as ContrastData;
  const required = Number.parseFloat(expectedContrastRatio ?? "");
  if (fgColor === undefined || bgColor === undefined || Number.isNaN(required)) {
    return "Make the text darker or the background lighter, or the other way round";
  }
  const color = nearestPassing(fgColor, bgColor, required);
  if (color === null) {
    return `No foreground color reaches a ${required}:1 contrast ratio on ${bgColor}: change the background color, too`;
  }
  const also =
    node.opacity < 1
      ? `, and raise its opacity (${node.opacity}) to 1, because opacity lowers the contrast of any color`
      : "";
  return `Change foreground color to at least ${color} for ${required}:1 contrast ratio${also}`;
}
