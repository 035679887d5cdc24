// What a run moved, in a cell: each kind with the names of its first providers. What is usual is only counted.

import { compareBands } from '../../ui/band.tsx';
import { count } from '../../ui/format.ts';
import { DownGlyph, UpGlyph } from '../../ui/glyphs.tsx';
import { countOf, type Group } from '../committee/groups.ts';
import type { ListedRun } from './run.ts';

type Move = ListedRun['moves'][number];
type Moved = Move['first'][number];

const COUNTED: ReadonlySet<Group> = new Set(['drift', 'renewal', 'not_scored', 'withdrawn', 'unchanged']);

export function MovedProviders({ run: { status, moves } }: { run: ListedRun }) {
  if (status === 'computing') return null;
  if (moves.length === 0) return <span className="muted">none</span>;
  return (
    <>
      {moves.map((move, at) => (
        <span key={move.group}>
          {at === 0 ? '' : ' · '}
          {countOf(move.group, move.items)}
          {COUNTED.has(move.group) ? null : <Names move={move} />}
        </span>
      ))}
    </>
  );
}

function Names({ move: { items, first } }: { move: Move }) {
  return (
    <>
      {': '}
      {first.map((moved, at) => (
        <span key={moved.slug}>
          {at === 0 ? '' : ', '}
          {moved.name}
          <Direction moved={moved} />
        </span>
      ))}
      {items > first.length ? ` and ${count(items - first.length)} more` : ''}
    </>
  );
}

function Direction({ moved: { previous_band, new_band } }: { moved: Moved }) {
  if (previous_band === null || new_band === null || previous_band === new_band) return null;
  const isSafer = compareBands(previous_band, new_band) > 0;
  return (
    <>
      {'\u00a0'}
      {isSafer ? <UpGlyph /> : <DownGlyph />}
      <span className="visually-hidden"> {isSafer ? 'safer' : 'riskier'}</span>
    </>
  );
}
