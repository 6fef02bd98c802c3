// The latest statuses of an endpoint, oldest first, as small marks; screen readers read the numbers.
const FAILURE = 400;
const SERVER_FAULT = 500;

export function StatusHistory({ history }: { history: readonly number[] }) {
  const words = history.map((status) => status || "no response").join(", ");
  return (
    <span class="statuses" role="img" aria-label={`Latest statuses: ${words}`} title={words}>
      {history.map((status, index) => (
        <span key={index} class={`status-mark ${lookOf(status)}`} />
      ))}
    </span>
  );
}

function lookOf(status: number): string {
  if (status === 0 || status >= SERVER_FAULT) return "bad";
  return status >= FAILURE ? "warn" : "good";
}
