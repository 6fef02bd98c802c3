// A picture that keeps within its bounds: smaller, then coarser, until it does.
import {
  SCREENSHOT_BYTES,
  SCREENSHOT_PIXELS,
  SCREENSHOT_QUALITY,
  SCREENSHOT_QUALITY_MIN,
  SCREENSHOT_QUALITY_STEP,
  SCREENSHOT_SHRINK,
  SCREENSHOT_SHRINKS,
} from "../generated/limits.js";

export type PictureFormat = "jpeg" | "png";

export interface Picture {
  format: PictureFormat;
  width: number;
  height: number;
  bytes: number;
  /** Base64. */
  data: string;
}

/** One try: how much smaller, and how good, in per cent, where the format knows quality. */
export interface Attempt {
  scale: number;
  quality: number;
}

/** Quality goes first, because text stays readable longer than in a smaller picture; PNG has only size to give. */
export function attempts(longestSide: number, format: PictureFormat): Attempt[] {
  const first = Math.min(1, SCREENSHOT_PIXELS / longestSide);
  const scales = Array.from({ length: SCREENSHOT_SHRINKS }, (_, round) => first * SCREENSHOT_SHRINK ** round);
  return scales.flatMap((scale) => qualities(format).map((quality) => ({ scale, quality })));
}

function qualities(format: PictureFormat): number[] {
  if (format === "png") return [SCREENSHOT_QUALITY];
  const steps = (SCREENSHOT_QUALITY - SCREENSHOT_QUALITY_MIN) / SCREENSHOT_QUALITY_STEP;
  return Array.from({ length: steps + 1 }, (_, step) => SCREENSHOT_QUALITY - step * SCREENSHOT_QUALITY_STEP);
}

export async function shrink(taken: Blob, format: PictureFormat): Promise<Picture> {
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

async function firstThatFits(bitmap: ImageBitmap, format: PictureFormat, tries: Attempt[]): Promise<Picture> {
  for (const { scale, quality } of tries) {
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: quality / 100 });
    if (blob.size <= SCREENSHOT_BYTES) return asPicture(blob, format, width, height);
  }
  throw new Error("the picture stays too large");
}

async function asPicture(blob: Blob, format: PictureFormat, width: number, height: number): Promise<Picture> {
  const data = base64(new Uint8Array(await blob.arrayBuffer()));
  return { format, width, height, bytes: blob.size, data };
}

function base64(bytes: Uint8Array): string {
  const STEP = 0x8000; // more arguments than this a call does not take
  let text = "";
  for (let at = 0; at < bytes.length; at += STEP) {
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  }
  return btoa(text);
}
