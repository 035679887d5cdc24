// The alerts in one state, newest first, with the act that is next for each.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Pages, useList } from '../../api/acts.ts';
import { BandChip } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { csvOf } from '../../ui/csv.ts';
import { download } from '../../ui/download.ts';
import { NothingFound, type PageSearch } from '../../ui/filters.tsx';
import { count } from '../../ui/format.ts';
import {
  ArrowGlyph,
  DotGlyph,
  DownGlyph,
  HalfGlyph,
  TickGlyph,
  UpGlyph,
  WaitingGlyph,
} from '../../ui/glyphs.tsx';
import { Ago, Until } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { MoreRows, RowGroup, type RowList, RowTable } from '../../ui/rows.tsx';
import type { Column } from '../../ui/table.tsx';
import { useMay } from '../person.tsx';
import styles from './alert-list.module.css';
import type { Handled } from './handle-alert.tsx';
import {
  type Alert,
  type AlertState,
  KIND_WORDS,
  STATE_WORDS,
  said,
  type WatchSearch,
} from './watch-words.ts';

type Counts = Readonly<Record<AlertState | 'rules', number>>;

interface AlertListProps {
  searching: PageSearch<WatchSearch>;
  counts: Counts | undefined;
  everyMs: number;
  onHandle: (handled: Handled) => void;
  onOpen: (id: string) => void;
  /** What follows the list is drawn when the list is known, so that nothing moves. */
  children: ReactNode;
}

const LOADING_ROWS = 4;

export function AlertList({ searching, counts, everyMs, onHandle, onOpen, children }: AlertListProps) {
  const { search, clear, isFiltered } = searching;
  const rule = search.rule === '' ? {} : { rule: search.rule };
  const pages = useList('watch.alerts', { state: search.state, ...rule }, { everyMs });
  const mayHandle = useMay('watch.acknowledge');
  const list = listOf(search, mayHandle ? onHandle : null, onOpen);
  return (
    <>
      <States search={search} counts={counts} pages={pages} />
      <ProblemBox error={pages.error} onRetry={pages.readAgain} />
      {pages.entries?.length === 0 ? (
        <p className={styles.empty}>
          {isFiltered ? (
            <NothingFound what={`No alert of this rule is ${search.state}.`} onClear={clear} />
          ) : (
            emptyWords(search.state, counts)
          )}
        </p>
      ) : pages.error !== null && pages.entries === undefined ? null : (
        <div data-alerts="">
          {isFiltered ? (
            <p className={styles.filtered}>
              <NothingFound what="Only the alerts of one rule are shown." onClear={clear} />
            </p>
          ) : null}
          <RowTable
            label={`Alerts: ${search.state}`}
            list={list}
            className={styles.table!}
            isLoading={pages.entries === undefined}
            onKey={() => false}
          >
            <RowGroup list={list} rows={pages.entries} loading={LOADING_ROWS} />
            {pages.hasMore ? (
              <MoreRows key={pages.entries?.length} isReading={pages.isReadingMore} onMore={pages.readMore} />
            ) : null}
          </RowTable>
        </div>
      )}
      {pages.entries === undefined && pages.error === null ? null : children}
    </>
  );
}

function emptyWords(state: AlertState, counts: Counts | undefined): string {
  if (counts?.rules === 0)
    return 'No rule yet, so nothing can be told. Write one: it shows what it would have told before it is switched on.';
  const words: Readonly<Record<AlertState, string>> = {
    open: 'Nothing is open. An alert appears here when what a rule watches happens.',
    acknowledged: 'No alert is acknowledged. Acknowledge one with a note when somebody looks after it.',
    snoozed: 'No alert is snoozed. Snooze one until a day, and it is open again then.',
    resolved: 'No alert is resolved yet. One is when its cause ends, or when somebody closes it.',
  };
  return words[state];
}

function States({
  search: { state: shown },
  counts,
  pages,
}: {
  search: WatchSearch;
  counts: Counts | undefined;
  pages: Pages<Alert>;
}) {
  const { entries } = pages;
  return (
    <div className={styles.head}>
      <nav className={`tabs ${styles.states}`} aria-label="States">
        {Object.entries(STATE_WORDS).map(([state, words]) => (
          <Link
            key={state}
            className="tab"
            from="/console/$workspace/watch"
            to="."
            search={({ rule }: { rule?: string }) => ({
              ...(rule === undefined ? {} : { rule }),
              ...(state === 'open' ? {} : { state: state as AlertState }),
            })}
            resetScroll={false}
            aria-current={state === shown ? 'page' : undefined}
            data-selected={state === shown ? '' : undefined}
          >
            {words}{' '}
            <span className={styles.count}>
              {counts === undefined ? '' : count(counts[state as AlertState])}
            </span>
          </Link>
        ))}
      </nav>
      {entries === undefined || entries.length === 0 ? null : (
        <Button
          kind="quiet"
          label="The alerts that are shown, as a CSV file"
          onPress={() => download(`alerts-${shown}.csv`, 'text/csv', csvOf(CSV, entries))}
        >
          CSV
        </Button>
      )}
    </div>
  );
}

const CSV: readonly Column<Alert>[] = [
  { head: 'What', text: ({ sentence }) => sentence },
  { head: 'More', text: ({ fact }) => fact },
  { head: 'Kind', text: ({ kind }) => KIND_WORDS[kind] },
  { head: 'State', text: ({ state }) => STATE_WORDS[state] },
  { head: 'Rule', text: ({ rule }) => rule.name },
  { head: 'Since', instant: ({ opened_at }) => opened_at },
  { head: 'Acknowledged by', text: ({ acknowledged }) => acknowledged?.by_name ?? null },
  { head: 'Note', text: ({ acknowledged }) => acknowledged?.note ?? null },
];

function listOf(
  search: WatchSearch,
  onHandle: ((handled: Handled) => void) | null,
  onOpen: (id: string) => void,
): RowList<Alert> {
  return {
    keyOf: ({ id }) => id,
    press: {
      isOpen: ({ id }) => id === search.open,
      onOpen: ({ id }) => onOpen(id === search.open ? '' : id),
    },
    columns: [
      { className: styles.mark, cell: ({ state }) => <StateMark state={state} /> },
      {
        isName: true,
        className: styles.what,
        cell: (alert) => <What alert={alert} />,
        beside: (alert) => <More alert={alert} />,
      },
      { className: styles.kind, cell: (alert) => <KindAndTime alert={alert} /> },
      {
        className: styles.act,
        cell: (alert) => (onHandle === null ? null : <NextAct alert={alert} onHandle={onHandle} />),
      },
    ],
  };
}

const MARKS: Readonly<Record<AlertState, () => ReactNode>> = {
  open: DotGlyph,
  acknowledged: HalfGlyph,
  snoozed: WaitingGlyph,
  resolved: TickGlyph,
};

export function StateMark({ state }: { state: AlertState }) {
  const Glyph = MARKS[state];
  return (
    <>
      <Glyph />
      <span className="visually-hidden">{STATE_WORDS[state]}</span>
    </>
  );
}

/** A band change with its chips; anything else in the words of the service. */
function What({ alert }: { alert: Alert }) {
  const { sentence, names, kind } = alert;
  const [only] = names;
  if (kind !== 'band_change' || names.length !== 1 || only?.previous_band == null || only.band === null)
    return <strong data-sentence={sentence}>{said(sentence)}</strong>;
  return (
    <span data-sentence={sentence} className={styles.change}>
      <strong>
        {only.name}: {only.previous_score?.toFixed(2)} <ArrowGlyph />{' '}
        <span className="visually-hidden">to</span>
        {only.score?.toFixed(2)}
      </strong>
      <BandChip band={only.previous_band} /> <ArrowGlyph />
      <BandChip band={only.band} />
      <span className={styles.direction}>
        {only.direction === 'safer' ? <UpGlyph /> : <DownGlyph />} {only.direction}
      </span>
    </span>
  );
}

/** Who looks after it, or until when it can wait; otherwise more about what happened. */
function More({ alert: { state, fact, acknowledged, snoozed_until, cause_ended_at } }: { alert: Alert }) {
  if (state === 'acknowledged' && acknowledged !== null)
    return (
      <span className={styles.more}>
        Acknowledged by {acknowledged.by_name}, <Ago at={acknowledged.at} />
        {acknowledged.note === '' ? '' : `: “${acknowledged.note}”`}
      </span>
    );
  if (state === 'snoozed' && snoozed_until !== null)
    return (
      <span className={styles.more}>
        Snoozed, open again <Until at={snoozed_until} past="now" />
      </span>
    );
  if (state === 'resolved')
    return (
      <span className={styles.more}>
        {cause_ended_at === null ? (
          'Closed by a person while its cause goes on.'
        ) : (
          <>
            Its cause ended <Ago at={cause_ended_at} />.
          </>
        )}
      </span>
    );
  return fact === null ? null : <span className={styles.more}>{said(fact)}</span>;
}

function KindAndTime({ alert: { kind, opened_at, rule } }: { alert: Alert }) {
  return (
    <>
      <span title={rule.name}>{KIND_WORDS[kind]}</span>
      <span className="muted">
        <Ago at={opened_at} />
      </span>
    </>
  );
}

/** The one that is usual next; the panel has all of them. */
function NextAct({ alert, onHandle }: { alert: Alert; onHandle: (handled: Handled) => void }) {
  const { id, sentence, state } = alert;
  if (state === 'resolved') return null;
  const [how, words] =
    state === 'acknowledged' ? (['close', 'Close'] as const) : (['acknowledge', 'Acknowledge'] as const);
  return (
    <Button
      kind="quiet"
      label={`${words}: ${said(sentence)}`}
      onPress={() => onHandle({ id, sentence, how })}
    >
      {words}
    </Button>
  );
}
