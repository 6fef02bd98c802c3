// A word in a colored frame: a severity, a verdict, a state. The color never carries information of its own.

export function Badge({ tone, text }: { tone: Tone; text: string }) {
  return <span class={`seal ${tone}`}>{text}</span>;
}

/** The color of a state. Colors never carry information of their own. */
export type Tone = "good" | "warn" | "bad" | "plain";
