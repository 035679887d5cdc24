// A bar in a cell: a figure's share of the largest one in its column.

export function CellBar({ value, most }: { value: number; most: number }) {
  const share = most === 0 ? 0 : value / most;
  return (
    <svg aria-hidden="true" width="120" height="8" viewBox="0 0 120 8">
      <rect width={120 * share} height="8" fill="var(--bar)" />
    </svg>
  );
}
