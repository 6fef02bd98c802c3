// How often something happened, where that was more than once.
export function Times({ count }: { count: number }) {
  if (count <= 1) return null;
  return (
    <span class="times" title={`happened ${count} times`}>
      ×{count}
    </span>
  );
}
