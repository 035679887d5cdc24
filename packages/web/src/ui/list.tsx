// A list that is read in pages: its table, its failures, and more of it: by a button, or as one scrolls.

import type { Pages } from '../api/acts.ts';
import { Button } from './button.tsx';
import styles from './list.module.css';
import { LongTable, type LongTableProps } from './long-table.tsx';
import { ProblemBox } from './problem-box.tsx';
import { Table, type TableProps } from './table.tsx';

export type ListProps<Row> = { pages: Pages<Row> } & Omit<TableProps<Row>, 'rows'>;

export function List<Row>({ pages, ...table }: ListProps<Row>) {
  const { entries, error, hasMore, isReadingMore, readMore, readAgain } = pages;
  if (error !== null && entries === undefined) return <ProblemBox error={error} onRetry={readAgain} />;
  return (
    <>
      <ProblemBox error={error} onRetry={readAgain} />
      <Table {...table} rows={entries} />
      {hasMore ? (
        <div className={styles.more}>
          <Button busy={isReadingMore && 'Reading…'} onPress={readMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** How many grey rows there are below those that were read. */
const ROWS_TO_COME = 10;

/** The same for long lists: only the rows near the window are drawn, and more are read as the reader comes near. */
export function LongList<Row>({
  pages,
  ...table
}: { pages: Pages<Row> } & Omit<LongTableProps<Row>, 'rows'>) {
  const { entries, error, hasMore, isReadingMore, readMore, readAgain } = pages;
  if (error !== null && entries === undefined) return <ProblemBox error={error} onRetry={readAgain} />;
  const rows = {
    total: entries === undefined ? undefined : entries.length + (hasMore ? ROWS_TO_COME : 0),
    at: (index: number) => entries?.[index],
    need: (_: number, last: number) => {
      if (hasMore && !isReadingMore && last >= entries!.length) readMore();
    },
  };
  return (
    <>
      <ProblemBox error={error} onRetry={readAgain} />
      <LongTable {...table} rows={rows} />
    </>
  );
}
