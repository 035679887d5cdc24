// What can be done with the list as a whole: choose its columns, and save all that the filters match as a file.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { callAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { type ColumnChoice, ColumnMenu } from '../../ui/column-choice.tsx';
import { csvOf } from '../../ui/csv.ts';
import { download } from '../../ui/download.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { count } from '../../ui/words.ts';
import type { ListedProvider } from './provider-words.ts';

const AT_ONCE = 250;

export type ProviderFilter = Omit<InputOf<'providers.list'>, 'limit' | 'cursor' | 'offset'>;

export interface ProviderToolsProps {
  columns: ColumnChoice<ListedProvider>;
  filter: ProviderFilter;
  total: number;
}

export function ProviderTools({ columns, filter, total }: ProviderToolsProps) {
  const [read, setRead] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const save = async () => {
    setError(null);
    setRead(0);
    try {
      const rows = await readAll(filter, setRead);
      download('providers.csv', 'text/csv', csvOf(columns.shown, rows));
    } catch (failure) {
      setError(failure);
    } finally {
      setRead(null);
    }
  };
  return (
    <>
      {error === null ? null : <ProblemBox error={error} onRetry={() => void save()} />}
      {read === null ? null : (
        <span role="status" className="muted">
          Reading {count(read)} of {count(total)}…
        </span>
      )}
      <ColumnMenu columns={columns} />
      <Button kind="quiet" busy={read !== null && 'CSV'} onPress={() => void save()}>
        CSV
      </Button>
    </>
  );
}

/** All that the filters match, not only what was shown. */
async function readAll(filter: ProviderFilter, onRead: (rows: number) => void): Promise<ListedProvider[]> {
  const rows: ListedProvider[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: ListedProvider[]; next_cursor: string | null } = await callAct('providers.list', {
      ...filter,
      limit: AT_ONCE,
      ...(cursor === null ? {} : { cursor }),
    });
    rows.push(...page.data);
    onRead(rows.length);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}
