// The drop.
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M8 1s5 5.200 5 9a5 5 0 0 1-10 0c0-3.800 5-9 5-9z" />
    </svg>
  );
}
