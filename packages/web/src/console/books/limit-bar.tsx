// How much of a limit is used. The tick is the limit; beyond it the bar is ink.

const WIDTH = 80;
/** Of the bar, where the limit stands: what is beyond it needs room. */
const AT = 0.9;

export function LimitBar({ used, most }: { used: string; most: string }) {
  const [exposure, limit] = [Number(used), Number(most)];
  const share = limit === 0 ? (exposure > 0 ? 2 : 0) : exposure / limit;
  const isOver = share > 1;
  const width = Math.min(WIDTH, share * AT * WIDTH);
  return (
    <svg aria-hidden="true" width={WIDTH} height="12">
      <rect y="4" width={AT * WIDTH} height="4" fill="var(--track)" />
      <rect y="4" width={width} height="4" fill={isOver ? 'var(--ink)' : 'var(--bar)'} />
      <rect x={AT * WIDTH - 1} width="2" height="12" fill="var(--ink)" />
    </svg>
  );
}
