// How often something happened, if more than once.
export function RepeatCount({ count }: { count: number }) {
  if (count <= 1) return null;
  return (
    <span class="times" title={`happened ${count} times`}>
      ×{count}
    </span>
  );
}
