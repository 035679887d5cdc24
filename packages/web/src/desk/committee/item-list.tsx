// The providers of a run, by group: what the committee decides is open, and so are short groups; the rest opens on demand.
// Other matters follow, and publishing ends the list.

import { type ReactNode, useEffect, useState } from 'react';
import { useList } from '../../api/acts.ts';
import { compareBands } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { change, count, hundredths, timeOf, utcDate } from '../../ui/format.ts';
import { DownGlyph, TickGlyph, UpGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { type RowColumn, RowGroup, type RowList, RowTable, WideRow } from '../../ui/rows.tsx';
import { type GroupCount, groupTitle, type Item, type Overview } from './groups.ts';
import styles from './item-list.module.css';
import { type ListedMatter, rowState } from './matter.ts';
import { PublishFoot } from './publish.tsx';

const AT_ONCE = 50;
const LOADING_ROWS = 8;
/** A group that is not longer than this is open from the start. */
const SHORT = 12;

interface ItemListProps {
  overview: Overview;
  seen: string;
  open: string | undefined;
  openAt: string | undefined;
  /** Those of this run. */
  matters: readonly ListedMatter[];
  /** What is shown until the reader chooses. */
  onFirst: (first: { provider: string; at: string }) => void;
  onSelect: (provider: string, at: string) => void;
  /** Other matters. */
  children: ReactNode;
}

export function ItemList(props: ItemListProps) {
  const { overview, seen, open, openAt, matters, onFirst, onSelect, children } = props;
  const { groups, run } = overview;
  const first = groups[0]?.group;
  const list: RowList<Item> = {
    keyOf: ({ provider_id, as_of }) => `${provider_id} ${as_of}`,
    columns: columnsOf(run.kind === 'correction', matterIn(matters)),
    press: {
      isOpen: ({ slug, as_of }) => slug === open && (openAt === undefined || openAt === as_of),
      onOpen: ({ slug, as_of }) => onSelect(slug, as_of),
    },
  };
  return (
    <nav className={styles.list} aria-label="Providers of this run" data-matters="">
      {groups.length === 0 ? <p className={styles.none}>This run has no providers.</p> : null}
      <RowTable
        label="Providers of this run, by group"
        list={list}
        className={styles.table!}
        onKey={() => false}
      >
        {groups.map((group) => (
          <GroupRows
            key={group.group}
            runId={run.id}
            group={group}
            list={list}
            isOpenFirst={group.by_committee || group.group === first || group.items <= SHORT}
            onFirst={group.group === first ? onFirst : null}
          />
        ))}
      </RowTable>
      {children}
      <PublishFoot overview={overview} seen={seen} />
    </nav>
  );
}

interface GroupProps {
  runId: string;
  group: GroupCount;
  list: RowList<Item>;
  isOpenFirst: boolean;
  onFirst: ItemListProps['onFirst'] | null;
}

function GroupRows({ runId, group, list, isOpenFirst, onFirst }: GroupProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const pages = useList(
    'runs.items',
    { run: runId, group: group.group, limit: AT_ONCE },
    { enabled: isOpen },
  );
  const top = pages.entries?.[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the first page is there
  useEffect(() => {
    if (top !== undefined) onFirst?.({ provider: top.slug, at: top.as_of });
  }, [top?.slug]);
  const { entries, error, hasMore, isReadingMore, readMore, readAgain } = pages;
  // What is below waits for the first rows, and so does not move when they come.
  const isFirstRead = isOpenFirst && isOpen && entries === undefined && error === null;
  return (
    <RowGroup
      list={list}
      isReading={isFirstRead}
      head={
        <span className={styles.head}>
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {groupTitle(group.group)} {count(group.items)}
          </button>
          <span className={styles.note}>{noteOf(group)}</span>
        </span>
      }
      rows={isOpen ? entries : []}
      loading={isFirstRead ? Math.min(group.items, LOADING_ROWS) : 0}
    >
      {isOpen && error !== null ? (
        <WideRow>
          <ProblemBox error={error} onRetry={readAgain} />
        </WideRow>
      ) : null}
      {isOpen && hasMore ? (
        <WideRow>
          <span className={styles.more}>
            <Button kind="quiet" busy={isReadingMore && 'Reading…'} onPress={readMore}>
              Show more
            </Button>
          </span>
        </WideRow>
      ) : null}
    </RowGroup>
  );
}

function noteOf({ items, published, by_committee }: GroupCount): string {
  if (published === items) return 'published';
  if (published > 0) return `${count(items - published)} held`;
  return by_committee ? 'by vote' : '';
}

type MatterOf = (item: Item) => ListedMatter | undefined;

/** By provider and scoring time. */
export function matterIn(matters: readonly ListedMatter[]): MatterOf {
  const key = (provider: string | null, at: string | null) => `${provider} ${at === null ? '' : timeOf(at)}`;
  const byItem = new Map(matters.map((matter) => [key(matter.provider_id, matter.as_of), matter]));
  return ({ provider_id, as_of }) => byItem.get(key(provider_id, as_of));
}

function columnsOf(showsTime: boolean, matterOf: MatterOf): RowColumn<Item>[] {
  return [
    {
      className: 'muted',
      cell: ({ read_at }) =>
        read_at === null ? null : (
          <>
            <TickGlyph />
            <span className="visually-hidden">read</span>
          </>
        ),
    },
    {
      isName: true,
      className: styles.name,
      cell: (item) => {
        const matter = matterOf(item);
        const state = matter === undefined ? null : rowState(matter);
        return (
          <>
            {item.name}
            {showsTime ? (
              <span className="muted figures">
                {' '}
                {utcDate(new Date(item.as_of).toISOString().slice(0, 10))}
              </span>
            ) : null}
            {state === null ? null : <span className={styles.state}>{state}</span>}
          </>
        );
      },
    },
    { isFigure: true, className: styles.score, cell: (item) => <Moved item={item} /> },
  ];
}

/** The new score where the band is another one or new, otherwise the change; the score alone if there is none. */
function Moved({ item: { previous_score, new_score, previous_band, new_band } }: { item: Item }) {
  if (new_score === null) return <span className="muted">no score</span>;
  if (previous_score === null || previous_band === null || new_band === null) return hundredths(new_score);
  const direction = compareBands(previous_band, new_band);
  if (direction === 0)
    return previous_score === new_score ? hundredths(new_score) : change(new_score - previous_score);
  return (
    <>
      {direction > 0 ? <UpGlyph /> : <DownGlyph />}
      <span className="visually-hidden">{direction > 0 ? 'safer' : 'riskier'}</span> {hundredths(new_score)}
    </>
  );
}
