// The providers of a run, by group: what takes two people is open, the rest opens on demand. Publishing ends the list.

import { type KeyboardEvent, useEffect, useState } from 'react';
import { useList } from '../../api/acts.ts';
import { BandChange, BandChip } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { change, count, hundredths } from '../../ui/format.ts';
import { TickGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { type GroupCount, groupTitle, type Item, type Overview } from './groups.ts';
import styles from './item-list.module.css';
import { PublishFoot } from './publish.tsx';

const AT_ONCE = 50;
const LOADING_ROWS = 8;

interface ItemListProps {
  overview: Overview;
  seen: string;
  open: string | undefined;
  openAt: number | undefined;
  /** What is shown until the reader chooses. */
  onFirst: (first: { provider: string; at: number }) => void;
  onSelect: (provider: string, at: number) => void;
}

export function ItemList({ overview, seen, open, openAt, onFirst, onSelect }: ItemListProps) {
  const { groups, run } = overview;
  const first = groups[0]?.group;
  return (
    <nav className={styles.list} aria-label="Providers of this run">
      {groups.length === 0 ? <p className={styles.none}>This run has no providers.</p> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the rows in it */}
      <div className={styles.groups} onKeyDown={moveBetweenRows}>
        {groups.map((group) => (
          <GroupRows
            key={group.group}
            runId={run.id}
            group={group}
            isOpenFirst={group.takes_two || group.group === first}
            isCorrection={run.kind === 'correction'}
            open={open}
            openAt={openAt}
            onFirst={group.group === first ? onFirst : null}
            onSelect={onSelect}
          />
        ))}
      </div>
      <PublishFoot overview={overview} seen={seen} />
    </nav>
  );
}

interface GroupProps extends Pick<ItemListProps, 'open' | 'openAt' | 'onSelect'> {
  runId: string;
  group: GroupCount;
  isOpenFirst: boolean;
  isCorrection: boolean;
  onFirst: ItemListProps['onFirst'] | null;
}

function GroupRows(props: GroupProps) {
  const { runId, group, isOpenFirst, isCorrection, open, openAt, onFirst, onSelect } = props;
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
    <section className={styles.group} data-reading={isFirstRead ? '' : undefined} aria-busy={isFirstRead}>
      <h2 className={styles.head}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {groupTitle(group.group)} {count(group.items)}
        </button>
        <span className={styles.note}>{noteOf(group)}</span>
      </h2>
      {isOpen && error !== null ? <ProblemBox error={error} onRetry={readAgain} /> : null}
      {isFirstRead ? <LoadingRows number={Math.min(group.items, LOADING_ROWS)} /> : null}
      {isOpen && entries !== undefined ? (
        <ul className={styles.rows}>
          {entries.map((item) => (
            <Row
              key={`${item.provider_id} ${item.as_of}`}
              item={item}
              showsTime={isCorrection}
              isOpen={item.slug === open && (openAt === undefined || openAt === item.as_of)}
              onOpen={() => onSelect(item.slug, item.as_of)}
            />
          ))}
        </ul>
      ) : null}
      {isOpen && hasMore ? (
        <div className={styles.more}>
          <Button kind="quiet" busy={isReadingMore && 'Reading…'} onPress={readMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function noteOf({ items, published, read, takes_two }: GroupCount): string {
  if (published === items) return 'published';
  const held = published > 0 ? `${count(items - published)} held · ` : '';
  return takes_two
    ? `${held}${count(read)} read · takes two`
    : held + (read === 0 ? '' : `${count(read)} read`);
}

function LoadingRows({ number }: { number: number }) {
  return (
    <ul className={`${styles.rows} loading`} aria-hidden="true">
      {Array.from({ length: number }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no identity
        <li key={row} className={styles.row}>
          <span />
          <span className="block" />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  item: Item;
  showsTime: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ item, showsTime, isOpen, onOpen }: RowProps) {
  const { name, previous_score, new_score, previous_band, new_band, read_at, as_of } = item;
  return (
    <li className={isOpen ? `${styles.row} ${styles.chosen}` : styles.row}>
      <span className={styles.tick}>
        {read_at === null ? null : (
          <>
            <TickGlyph />
            <span className="visually-hidden">read</span>
          </>
        )}
      </span>
      <button type="button" className={styles.open} aria-current={isOpen} onClick={onOpen}>
        {name}
        {showsTime ? (
          <span className="muted figures"> {new Date(as_of).toISOString().slice(0, 10)}</span>
        ) : null}
      </button>
      <span className={styles.figure}>
        {new_score === null ? 'no score' : hundredths(new_score)}
        <span className={styles.delta}>
          {previous_score === null || new_score === null ? '' : change(new_score - previous_score)}
        </span>
      </span>
      <span>
        {new_band === null ? null : previous_band === null ? (
          <BandChip band={new_band} isShort />
        ) : (
          <BandChange before={previous_band} after={new_band} />
        )}
      </span>
    </li>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button[aria-current]')];
  const at = rows.indexOf(event.target as HTMLElement);
  if (step === 0 || at < 0) return;
  event.preventDefault();
  rows[at + step]?.focus();
}
