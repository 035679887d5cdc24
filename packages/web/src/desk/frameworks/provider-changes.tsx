// The old and the new score of every provider, the largest change first.

import { useState } from 'react';
import { BandChip } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { csvOf } from '../../ui/csv.ts';
import { download } from '../../ui/download.ts';
import { NothingFound } from '../../ui/filters.tsx';
import { count } from '../../ui/format.ts';
import { type Column, NotApplicable, Table } from '../../ui/table.tsx';
import { signed } from './drivers.tsx';
import type { ProviderImpact } from './framework.ts';
import styles from './frameworks.module.css';

/** More are drawn as the reader asks for them. */
const PORTION = 100;

interface ProviderChangesProps {
  providers: readonly ProviderImpact[];
  onClear: () => void;
}

export function ProviderChanges({ providers, onClear }: ProviderChangesProps) {
  const [most, setMost] = useState(PORTION);
  const sorted = providers.toSorted((a, b) => sizeOf(b) - sizeOf(a) || a.name.localeCompare(b.name));
  return (
    <>
      <Table
        label="Old and new scores"
        columns={COLUMNS}
        rows={sorted.slice(0, most)}
        keyOf={({ provider_id }) => provider_id}
        empty={<NothingFound what="No provider matches these filters." onClear={onClear} />}
      />
      <div className={styles.more}>
        {sorted.length > most ? (
          <Button onPress={() => setMost(most + PORTION)}>
            {`Show more: ${count(most)} of ${count(sorted.length)}`}
          </Button>
        ) : null}{' '}
        {sorted.length === 0 ? null : (
          <Button
            kind="quiet"
            onPress={() => download('framework-impact.csv', 'text/csv', csvOf(COLUMNS, sorted))}
          >
            CSV
          </Button>
        )}
      </div>
    </>
  );
}

/** Those that gain or lose their score come first. */
function sizeOf({ before, after, delta }: ProviderImpact): number {
  if (delta !== null) return Math.abs(Number(delta));
  return (before?.status === 'SCORED') === (after.status === 'SCORED') ? -1 : 1000;
}

type Headline = ProviderImpact['after'];

const score = (headline: Headline | null) =>
  headline === null || headline.final_score === null ? (
    <span className="muted">{headline === null ? <NotApplicable /> : 'not scored'}</span>
  ) : (
    headline.final_score
  );
const band = (headline: Headline | null) =>
  headline?.risk_band == null ? <NotApplicable /> : <BandChip band={headline.risk_band} />;

const COLUMNS: Column<ProviderImpact>[] = [
  { head: 'Provider', text: ({ name }) => name },
  {
    head: 'Old',
    isFigure: true,
    isMinor: true,
    cell: ({ before }) => score(before),
    text: ({ before }) => before?.final_score ?? null,
  },
  {
    head: 'Old band',
    isFixed: true,
    isMinor: true,
    cell: ({ before }) => band(before),
    text: ({ before }) => before?.risk_band ?? null,
  },
  {
    head: 'New',
    isFigure: true,
    isMinor: true,
    cell: ({ after }) => score(after),
    text: ({ after }) => after.final_score,
  },
  {
    head: 'New band',
    isFixed: true,
    isMinor: true,
    cell: ({ after }) => band(after),
    text: ({ after }) => after.risk_band,
  },
  {
    head: 'Change',
    isFigure: true,
    cell: ({ delta }) => (delta === null ? <NotApplicable /> : signed(delta)),
    text: ({ delta }) => delta,
  },
];
