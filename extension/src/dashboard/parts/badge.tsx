// A word in a coloured frame: a severity, a verdict, a state. The colour never says anything that the word does not.
import type { Tone } from "./tone.js";

export function Badge({ tone, text }: { tone: Tone; text: string }) {
  return <span class={`seal ${tone}`}>{text}</span>;
}
