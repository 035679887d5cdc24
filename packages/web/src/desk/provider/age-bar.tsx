// The age of evidence as a bar that empties, with ticks where it begins to lose points and where it has none left.

const WIDTH = 96;

export function AgeBar({ age, maxAge }: { age: number; maxAge: number }) {
  const left = Math.max(0, 1 - age / (2 * maxAge));
  return (
    <svg aria-hidden="true" width={WIDTH + 2} height="12">
      <rect y="4" width={WIDTH} height="4" fill="var(--track)" />
      <rect y="4" width={WIDTH * left} height="4" fill={age > maxAge ? 'var(--ink)' : 'var(--bar)'} />
      {/* From the right, which is the day of the evidence: A is in the middle, 2A at the left. */}
      <rect x={WIDTH / 2 - 0.5} width="1" height="12" fill="var(--ink)" />
      <rect x="0" width="1" height="12" fill="var(--ink)" />
    </svg>
  );
}
