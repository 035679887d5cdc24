// The providers of a run, by group: what takes two people is open, the rest opens on demand. Publishing ends the list.

import { useEffect, useState } from 'react';
import { useList } from '../../api/acts.ts';
import { BandChange, BandChip } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { change, count, hundredths, utcDate } from '../../ui/format.ts';
import { TickGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { type RowColumn, RowGroup, type RowList, RowTable, WideRow } from '../../ui/rows.tsx';
import { type GroupCount, groupTitle, type Item, type Overview } from './groups.ts';
import styles from './item-list.module.css';
import { PublishFoot } from './publish.tsx';

const AT_ONCE = 50;
const LOADING_ROWS = 8;

interface ItemListProps {
  overview: Overview;
  seen: string;
  open: string | undefined;
  openAt: string | undefined;
  /** What is shown until the reader chooses. */
  onFirst: (first: { provider: string; at: string }) => void;
  onSelect: (provider: string, at: string) => void;
}

export function ItemList({ overview, seen, open, openAt, onFirst, onSelect }: ItemListProps) {
  const { groups, run } = overview;
  const first = groups[0]?.group;
  const list: RowList<Item> = {
    keyOf: ({ provider_id, as_of }) => `${provider_id} ${as_of}`,
    columns: columnsOf(run.kind === 'correction'),
    press: {
      isOpen: ({ slug, as_of }) => slug === open && (openAt === undefined || openAt === as_of),
      onOpen: ({ slug, as_of }) => onSelect(slug, as_of),
    },
  };
  return (
    <nav className={styles.list} aria-label="Providers of this run">
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
            isOpenFirst={group.by_committee || group.group === first}
            onFirst={group.group === first ? onFirst : null}
          />
        ))}
      </RowTable>
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

function noteOf({ items, published, read, by_committee }: GroupCount): string {
  if (published === items) return 'published';
  const held = published > 0 ? `${count(items - published)} held · ` : '';
  return by_committee
    ? `${held}${count(read)} read · takes two`
    : held + (read === 0 ? '' : `${count(read)} read`);
}

function columnsOf(showsTime: boolean): RowColumn<Item>[] {
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
      cell: ({ name, as_of }) => (
        <>
          {name}
          {showsTime ? (
            <span className="muted figures"> {utcDate(new Date(as_of).toISOString().slice(0, 10))}</span>
          ) : null}
        </>
      ),
    },
    {
      isFigure: true,
      className: styles.score,
      cell: ({ new_score }) => (new_score === null ? 'no score' : hundredths(new_score)),
    },
    {
      isFigure: true,
      className: 'muted',
      cell: ({ previous_score, new_score }) =>
        previous_score === null || new_score === null ? null : change(new_score - previous_score),
    },
    {
      className: styles.band,
      cell: ({ previous_band, new_band }) =>
        new_band === null ? null : previous_band === null ? (
          <BandChip band={new_band} />
        ) : (
          <BandChange before={previous_band} after={new_band} />
        ),
    },
  ];
}
