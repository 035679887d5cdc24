// What a file would add, remove and change, against the version that counts on its day.

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { count, plural } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { Table } from '../../../ui/table.tsx';
import { exact } from '../amounts.ts';
import { fieldWord } from './field-words.ts';
import styles from './upload.module.css';
import type { ReadRows } from './use-file-reading.ts';

type Line = ReadRows['comparison']['data'][number];

const FIRST = 20;

export function ComparisonStep({ read: { comparison } }: { read: ReadRows }) {
  const { version, added, removed, changed, unchanged, data } = comparison;
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? data : data.slice(0, FIRST);
  const unlisted = added + removed + changed - data.length;
  if (version === null)
    return (
      <Section title="What changes">
        <p className={styles.said}>The book is empty on this day: all {plural(added, 'position')} are new.</p>
      </Section>
    );
  return (
    <Section title="What changes">
      <p className={styles.said}>
        Against version {version}: {count(added)} added, {count(removed)} removed, {count(changed)} changed,{' '}
        {count(unchanged)} unchanged.
      </p>
      <Table
        label="What changes"
        rows={rows}
        keyOf={({ what, position }) => `${what} ${position.id}`}
        empty="Nothing changes."
        columns={[
          { head: 'Position', text: ({ position }) => position.name },
          { head: 'What', isFixed: true, isMinor: true, text: ({ what }) => what },
          { head: 'How', isMinor: true, text: howOf },
        ]}
      />
      {rows.length < data.length ? (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {`Show all ${data.length}`}
        </Button>
      ) : unlisted > 0 ? (
        <p className={styles.said}>And {plural(unlisted, 'other position')}.</p>
      ) : null}
    </Section>
  );
}

const AMOUNTS: ReadonlySet<string> = new Set(['gross', 'collateral', 'net']);

function howOf({ what, position, fields }: Line): string {
  if (what === 'changed')
    return fields
      .map(({ field, from, to }) => `${fieldWord(field)} ${shown(field, from)} to ${shown(field, to)}`)
      .join(', ');
  const amount = position.net ?? position.gross;
  return amount === null ? position.currency : `${position.currency} ${exact(amount)}`;
}

function shown(field: string, value: string | null): string {
  if (value === null) return 'none';
  if (field === 'provider') return 'one';
  return AMOUNTS.has(field) ? exact(value) : value;
}
