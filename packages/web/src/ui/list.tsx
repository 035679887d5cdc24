// A list that is read in pages: its table, its failures, and the button for more.

import type { Pages } from '../api/acts.ts';
import { Button } from './button.tsx';
import styles from './list.module.css';
import { ProblemBox } from './problem-box.tsx';
import { Table, type TableProps } from './table.tsx';

export type ListProps<Row> = { pages: Pages<Row> } & Omit<TableProps<Row>, 'rows'>;

export function List<Row>({ pages, ...table }: ListProps<Row>) {
  const { entries, error, hasMore, isReadingMore, readMore, readAgain } = pages;
  if (error !== null && entries === undefined) return <ProblemBox error={error} onRetry={readAgain} />;
  return (
    <>
      {error === null ? null : <ProblemBox error={error} onRetry={readAgain} />}
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
