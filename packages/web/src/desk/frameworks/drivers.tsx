// Which criteria move the scores of all providers, and by how many points in all.

import { CellBar } from '../../ui/cell-bar.tsx';
import { count } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { inputName } from '../input-names.ts';
import type { Impact } from './framework.ts';

type Driver = Impact['drivers'][number];

const MOST = 12;

export function Drivers({ drivers }: { drivers: readonly Driver[] }) {
  const largest = Math.max(...drivers.map(sizeOf), 0);
  return (
    <Table
      label="What moves the scores"
      isSmall
      columns={[
        {
          head: 'Criterion',
          cell: ({ criterion_id }) =>
            criterion_id === null ? 'Caps of hard rules' : inputName(criterion_id),
        },
        { head: 'Providers', isFigure: true, cell: ({ providers }) => count(providers) },
        { head: 'Points in all', isFigure: true, cell: ({ points }) => signed(points) },
        { head: '', cell: (driver) => <CellBar value={sizeOf(driver)} most={largest} /> },
      ]}
      rows={drivers.slice(0, MOST)}
      keyOf={({ criterion_id }) => criterion_id ?? ''}
      empty="No criterion moves a score."
    />
  );
}

function sizeOf({ gained, lost }: Driver): number {
  return Number(gained) - Number(lost);
}

/** +1.80 or −0.12 */
export function signed(points: string): string {
  if (points.startsWith('-')) return `−${points.slice(1)}`;
  return points === '0.00' ? points : `+${points}`;
}
