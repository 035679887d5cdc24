// What changed the composite since a day, name by name: a name that left, or whose score was withdrawn, has a line of its own, so
// that losing the worst one never looks as if the others had improved.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/field.tsx';
import { plural, utcDate } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { percent, points } from './amounts.ts';
import { daysAgo, type Figures, type Searching, today, whichOf } from './book.ts';
import styles from './books.module.css';

const FIRST = 8;

type Change = NonNullable<Figures['change']>;

const CAUSES: Readonly<Record<Change['lines'][number]['cause'], string>> = {
  score: 'its score changed',
  exposure: 'its exposure changed',
  entered: 'came into the book',
  left: 'left the book',
  scored: 'has a score now',
  unscored: 'lost its score',
};

export function ChangeSince({ book, searching: { search, set } }: { book: string; searching: Searching }) {
  const since = search.since === '' ? daysAgo(30) : search.since;
  const read = useRead('books.show', { book, since, ...whichOf(search) });
  const change = read.data?.change ?? null;
  const [isWhole, setWhole] = useState(false);
  const lines = change === null ? [] : linesOf(change);
  return (
    <Section title={change === null ? 'Change since a day' : headline(change)}>
      <div className={styles.since}>
        <DateField
          label="Since the end of"
          value={since}
          max={today()}
          onChange={({ target }) => set({ since: target.value })}
        />
        {change === null ? null : <p className={styles.said}>{coverage(change, read.data!)}</p>}
      </div>
      <ProblemBox error={read.error} onRetry={() => void read.refetch()} />
      <Table
        isSmall
        label="Change by name"
        rows={change === null && read.error === null ? undefined : isWhole ? lines : lines.slice(0, FIRST)}
        keyOf={({ key }) => key}
        empty={
          change?.before === null
            ? 'The book had no score on that day, so there is nothing to compare with.'
            : 'Nothing changed the composite since.'
        }
        columns={[
          { head: 'Name', text: ({ name }) => name },
          { head: 'What', text: ({ what }) => what },
          { head: 'Points', isFigure: true, text: (line) => points(line.points) },
        ]}
      />
      {lines.length > FIRST && !isWhole ? (
        <p className={styles.more}>
          <Button kind="quiet" onPress={() => setWhole(true)}>
            {`Show all ${lines.length} lines`}
          </Button>
        </p>
      ) : null}
    </Section>
  );
}

function headline({ since, before, after }: Change): string {
  if (before === null || after === null) return `Change since ${utcDate(since)}`;
  const moved = Math.round(after * 100) - Math.round(before * 100);
  const day = utcDate(since);
  if (moved === 0) return `Unchanged since ${day}, at ${after.toFixed(2)}`;
  const way = moved > 0 ? 'Up' : 'Down';
  return `${way} ${(Math.abs(moved) / 100).toFixed(2)} since ${day}: ${before.toFixed(2)} to ${after.toFixed(2)}`;
}

function coverage({ coverage_before, measure_differs }: Change, { composite }: Figures): string {
  const words =
    coverage_before === null || composite.coverage === null
      ? ''
      : `Coverage ${percent(coverage_before, 2)} then, ${percent(composite.coverage, 2)} now. `;
  return `${words}${measure_differs ? 'The two versions count different measures.' : ''}`;
}

function linesOf({ lines, others }: Change) {
  return [
    ...lines.map(({ name, provider, cause, points: moved }) => ({
      key: `${provider ?? name} ${cause}`,
      ...{ name, what: CAUSES[cause], points: moved },
    })),
    ...(others.lines === 0
      ? []
      : [{ key: 'others', name: plural(others.lines, 'other line'), what: '', points: others.points }]),
  ];
}
