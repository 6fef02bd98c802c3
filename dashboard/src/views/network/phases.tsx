// The timing of a request: a bar for each phase, with its milliseconds as text.
import { duration } from "../../parts/format.js";

const ORDER = ["dns", "connect", "tls", "wait", "receive"];

export function Phases({ phases }: { phases: Record<string, number> }) {
  const known = ORDER.filter((name) => (phases[name] ?? 0) > 0);
  const total = known.reduce((sum, name) => sum + (phases[name] ?? 0), 0);
  let before = 0;
  return (
    <dl class="phases">
      {known.map((name) => {
        const ms = phases[name] ?? 0;
        const style = { marginLeft: `${(before / total) * 100}%`, width: `${(ms / total) * 100}%` };
        before += ms;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span class="bar" style={style} />
            </dd>
            <dd class="number">{duration(ms)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
