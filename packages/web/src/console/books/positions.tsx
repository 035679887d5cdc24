// The positions of a book with what is known of their names: what needs somebody first. It is read page by page, and only the rows
// near the window are drawn.

import { Link } from '@tanstack/react-router';
import { useList } from '../../api/acts.ts';
import { BandChip } from '../../ui/band.tsx';
import { useNow } from '../../ui/clock.ts';
import { TableTools, useColumns } from '../../ui/column-choice.tsx';
import { FilterChoice, Filters } from '../../ui/filters.tsx';
import { count, date, plural, timeOf } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { LongList } from '../../ui/list.tsx';
import { type Column, NotApplicable } from '../../ui/table.tsx';
import { DecisionChip } from '../policies/decision.tsx';
import { inUnit, unitOf, unitWords } from './amounts.ts';
import {
  type BookSearch,
  type Figures,
  isOfName,
  type LimitUse,
  OUTSIDE_WORDS,
  type Position,
  type Searching,
  whichOf,
} from './book.ts';
import styles from './books.module.css';
import { LimitBar } from './limit-bar.tsx';

const DAY = 86_400_000;

interface PositionsProps {
  figures: Figures;
  searching: Searching;
}

export function Positions({ figures, searching: { search, set } }: PositionsProps) {
  const { show, sort } = search;
  const positions = useList('books.positions', { book: figures.id, show, sort, ...whichOf(search) });
  const columns = useColumns('positions', columnsOf(figures, useNow()));
  return (
    <section aria-label="Positions" className={styles.positions}>
      <div className={styles.head}>
        <Tabs figures={figures} show={show} />
        <div className={styles.tools}>
          <Filters aside={<TableTools columns={columns} rows={positions.entries} file="positions" />}>
            <FilterChoice
              label="Order"
              value={sort}
              options={SORTS}
              onChange={(value) => set({ sort: value as BookSearch['sort'] })}
            />
          </Filters>
        </div>
      </div>
      <LongList
        // Another list begins at its top.
        key={`${show} ${sort}`}
        label="Positions"
        pages={positions}
        columns={columns.shown}
        keyOf={({ id }) => id}
        empty={EMPTY[show]}
        open={{
          isOpen: ({ id }) => id === search.position,
          onOpen: ({ id }) => set({ position: id === search.position ? '' : id }),
          label: ({ name, id }) => `Show ${name}, ${id}`,
        }}
      />
    </section>
  );
}

const SORTS: Readonly<Record<BookSearch['sort'], string>> = {
  exposure: 'largest exposure first',
  score: 'lowest score first',
  loss: 'what holds it down most first',
  name: 'by name',
};

const EMPTY: Readonly<Record<BookSearch['show'], string>> = {
  needs_you: 'Nothing needs you: every name is matched and scored, and no limit is breached.',
  all: 'The book is empty.',
  block: 'The policy would block none of these names.',
  review: 'The policy would review none of these names.',
  unscored: 'Every name has a score.',
  outside: 'Every position is in the sums.',
};

function Tabs({
  figures: { shown, positions, unscored, outside, policy },
  show,
}: {
  figures: Figures;
  show: string;
}) {
  const tabs: [BookSearch['show'], string, number][] = [
    ['needs_you', 'Needs you', shown.needs_you],
    ['all', 'All', positions],
    ...(policy === null
      ? []
      : ([
          ['block', 'Block', shown.block],
          ['review', 'Review', shown.review],
        ] as const)),
    ...(unscored.names > 0 ? ([['unscored', 'Without a score', unscored.names]] as const) : []),
    ...(outside.positions > 0 ? ([['outside', 'Outside the sums', outside.positions]] as const) : []),
  ] as [BookSearch['show'], string, number][];
  return (
    <nav className={`tabs ${styles.tabs}`} aria-label="Which positions">
      {tabs.map(([one, words, number]) => (
        <Link
          key={one}
          className="tab"
          from="/console/$workspace/books"
          to="."
          resetScroll={false}
          search={(before: Record<string, unknown>) => {
            const { show: _, position: __, ...rest } = before;
            return one === 'needs_you' ? rest : { ...rest, show: one };
          }}
          aria-current={one === show ? 'page' : undefined}
          data-selected={one === show ? '' : undefined}
        >
          {words} {count(number)}
        </Link>
      ))}
    </nav>
  );
}

function columnsOf(figures: Figures, now: number): Column<Position>[] {
  const unit = unitOf(figures.total);
  const limitOf = (position: Position): LimitUse | undefined =>
    figures.limits.find((limit) => isOfName(limit, position) && limit.measure !== 'share') ??
    figures.limits.find((limit) => isOfName(limit, position));
  return [
    {
      head: 'Name',
      width: 224,
      cell: (position) => <Name position={position} />,
      text: ({ name }) => name,
    },
    {
      head: `Exposure, ${unitWords(figures)}`,
      width: 136,
      isFigure: true,
      isMinor: true,
      cell: ({ exposure, outside }) =>
        exposure === null ? <span className="muted">{OUTSIDE_WORDS[outside!]}</span> : inUnit(exposure, unit),
      text: ({ exposure }) => exposure,
    },
    {
      head: 'Limit',
      width: 96,
      isFigure: true,
      isMinor: true,
      isExtra: true,
      cell: (position) => {
        const limit = limitOf(position);
        if (limit === undefined) return <NotApplicable />;
        return limit.measure === 'share' ? `${limit.at_most} %` : inUnit(limit.at_most, unit);
      },
      text: (position) => limitOf(position)?.at_most ?? null,
    },
    {
      head: 'Use',
      width: 104,
      isExtra: true,
      isMinor: true,
      cell: (position) => {
        const limit = limitOf(position);
        return limit === undefined ? <NotApplicable /> : <LimitBar used={limit.used} most={limit.at_most} />;
      },
    },
    {
      head: 'Score',
      width: 72,
      isFigure: true,
      isMinor: true,
      cell: ({ score }) => (score === null ? <NotApplicable /> : score.toFixed(2)),
      text: ({ score }) => score,
    },
    {
      head: 'Band',
      width: 152,
      isFixed: true,
      isMinor: 'plain',
      cell: ({ band, state }) =>
        band === null ? <span className="muted">{STATE_WORDS[state]}</span> : <BandChip band={band} />,
      text: ({ band }) => band,
    },
    ...(figures.policy === null
      ? []
      : [
          {
            head: 'Decision',
            width: 96,
            isFixed: true,
            isMinor: true,
            cell: ({ decision }: Position) =>
              decision === null ? <NotApplicable /> : <DecisionChip decision={decision} />,
            text: ({ decision }: Position) => decision,
          },
        ]),
    {
      head: 'Next lapse',
      width: 112,
      isFigure: true,
      isExtra: true,
      isMinor: true,
      cell: (position) => <NextLapse position={position} now={now} />,
      text: ({ next_lapse_at }) => next_lapse_at,
    },
  ];
}

export const STATE_WORDS: Readonly<Record<Position['state'], string>> = {
  scored: 'scored',
  withdrawn: 'withdrawn',
  not_scored: 'not scored yet',
  not_matched: 'not matched',
};

/** A name that is not matched is quoted: it is the customer's own. */
function Name({ position: { name, state, breaches } }: { position: Position }) {
  return (
    <>
      {breaches.length > 0 ? (
        <>
          <CrossGlyph /> <span className="visually-hidden">over a limit: </span>
        </>
      ) : null}
      {state === 'not_matched' ? `“${name}”` : name}
    </>
  );
}

function NextLapse({ position: { stale, next_lapse_at }, now }: { position: Position; now: number }) {
  if (stale)
    return (
      <span className={styles.lapsed}>
        <CrossGlyph /> stale
      </span>
    );
  if (next_lapse_at === null) return <NotApplicable />;
  const days = Math.floor((timeOf(next_lapse_at) - now) / DAY);
  if (days < 0) return <>lapsed</>;
  return <span title={date(next_lapse_at)}>{days === 0 ? 'today' : plural(days, 'day')}</span>;
}
