// The key for a control, for the eye alone: it is no part of the control's name.
export function KeyHint({ keys }: { keys: string }) {
  return <span class="key-hint" data-keys={keys} />;
}
