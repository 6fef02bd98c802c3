// Reduces an image's quality, then its size, until it fits the limit.

import { SCREENSHOT_BYTES } from "../../generated/limits.js";

export const SCREENSHOT_PIXELS = 1_920; // its longer side
export const SCREENSHOT_QUALITY = 80; // per cent of a JPEG's quality, as it is taken
const SCREENSHOT_QUALITY_STEP = 20; // a picture that is too large loses so much of it,
const SCREENSHOT_QUALITY_MIN = 40; // down to this,
const SCREENSHOT_SHRINK = 0.7; // and then becomes so much smaller,
const SCREENSHOT_SHRINKS = 6; // so many times at most; 1,920 pixels become 323

export type ScreenshotFormat = "jpeg" | "png";

export interface BoundedScreenshot {
  format: ScreenshotFormat;
  width: number;
  height: number;
  bytes: number;
  /** Base64. */
  data: string;
}

/** One attempt: the scale, and the quality in percent if the format supports it. */
export interface Attempt {
  scale: number;
  quality: number;
}

/** Reduces quality first, because text stays readable longer than in a smaller image; PNG can only be scaled. */
export function attempts(longestSide: number, format: ScreenshotFormat): Attempt[] {
  const first = Math.min(1, SCREENSHOT_PIXELS / longestSide);
  const scales = Array.from({ length: SCREENSHOT_SHRINKS }, (_, round) => first * SCREENSHOT_SHRINK ** round);
  return scales.flatMap((scale) => qualities(format).map((quality) => ({ scale, quality })));
}

function qualities(format: ScreenshotFormat): number[] {
  if (format === "png") return [SCREENSHOT_QUALITY];
  const steps = (SCREENSHOT_QUALITY - SCREENSHOT_QUALITY_MIN) / SCREENSHOT_QUALITY_STEP;
  return Array.from({ length: steps + 1 }, (_, step) => SCREENSHOT_QUALITY - step * SCREENSHOT_QUALITY_STEP);
}

export async function shrink(taken: Blob, format: ScreenshotFormat): Promise<BoundedScreenshot> {
  const bitmap = await createImageBitmap(taken);
  try {
    const longest = Math.max(bitmap.width, bitmap.height);
    if (longest <= SCREENSHOT_PIXELS && taken.size <= SCREENSHOT_BYTES) {
      return await asPicture(taken, format, bitmap.width, bitmap.height);
    }
    return await firstThatFits(bitmap, format, attempts(longest, format));
  } finally {
    bitmap.close();
  }
}

async function firstThatFits(
  bitmap: ImageBitmap,
  format: ScreenshotFormat,
  tries: Attempt[],
): Promise<BoundedScreenshot> {
  for (const { scale, quality } of tries) {
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: quality / 100 });
    if (blob.size <= SCREENSHOT_BYTES) return asPicture(blob, format, width, height);
  }
  throw new Error("the image is still too large");
}

async function asPicture(
  blob: Blob,
  format: ScreenshotFormat,
  width: number,
  height: number,
): Promise<BoundedScreenshot> {
  const data = base64(new Uint8Array(await blob.arrayBuffer()));
  return { format, width, height, bytes: blob.size, data };
}

function base64(bytes: Uint8Array): string {
  const STEP = 0x8000; // the maximum number of arguments of one call
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP) {
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  }
  return btoa(text);
}
