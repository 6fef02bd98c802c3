// Text of a page with every character visible: what turns the line around or hides is named instead.
// Control characters but tab and line break, soft hyphen, bidi and zero-width marks, separators, tag characters.
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

export function visible(text: string): string {
  return text.replace(HIDDEN, (char) =>
    char === "\r" ? "" : `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
