// The web vitals of this load, as far as they are known.
import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals/attribution";
import type { Attribution, Timing } from "../generated/wire.js";

export class Vitals {
  readonly timing: Pick<
    Timing,
    "firstContentfulPaint" | "largestContentfulPaint" | "timeToFirstByte" | "interactionToNextPaint"
  > = {};
  layoutShift: number | null = null;
  readonly attribution: Attribution = {};

  /** The observers are buffered and cannot be taken back: `onChange` is called for as long as the document lives. */
  constructor(onChange: () => void) {
    const all = { reportAllChanges: true };
    onTTFB(({ value }) => this.note("timeToFirstByte", value, onChange));
    onFCP(({ value }) => this.note("firstContentfulPaint", value, onChange));
    onLCP(({ value, attribution }) => {
      this.blame({ lcpElement: attribution.target, lcpResource: attribution.url });
      this.note("largestContentfulPaint", value, onChange);
    }, all);
    onINP(({ value, attribution }) => {
      this.blame({ inpElement: attribution.interactionTarget });
      this.note("interactionToNextPaint", value, onChange);
    }, all);
    onCLS(({ value, attribution }) => {
      this.layoutShift = value;
      this.blame({ shiftedElement: attribution.largestShiftTarget });
      onChange();
    }, all);
  }

  private note(name: keyof Vitals["timing"], value: number, onChange: () => void): void {
    this.timing[name] = value;
    onChange();
  }

  private blame(found: { [Name in keyof Attribution]: string | undefined }): void {
    for (const [name, value] of Object.entries(found)) {
      if (value) this.attribution[name as keyof Attribution] = value;
    }
  }
}
