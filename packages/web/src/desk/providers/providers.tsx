// The providers: where each stands, what is due, and what waits. A row leads to the provider's file.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callAct } from '../../api/acts.ts';
import { useWindow } from '../../api/window.ts';
import { TYPE_NAMES } from '../../charts/type-names.ts';
import { Title } from '../../frame/title.tsx';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { type ColumnChoice, ColumnMenu, useColumns } from '../../ui/column-choice.tsx';
import { csvOf } from '../../ui/csv.ts';
import { download } from '../../ui/download.ts';
import { FilterChoice, FilterFields, Filters, NothingFound, orAll } from '../../ui/filters.tsx';
import { count, plural } from '../../ui/format.ts';
import { LongTable } from '../../ui/long-table.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { useStaff } from '../staff.ts';
import { AddProvider } from './add-provider.tsx';
import { PROVIDER_COLUMNS } from './provider-columns.tsx';
import { type ListedProvider, type PlannerType, STANDING_WORDS, type Standing } from './provider-words.ts';
import { whoMayRecord } from './who-may.ts';

export function Providers() {
  const searching = usePageSearch('/desk/providers', { keepsScroll: true });
  const { search, set } = searching;
  const navigate = useNavigate();
  const filter = filterOf(search);
  const rows = useWindow('providers.list', filter);
  const columns = useColumns('providers', PROVIDER_COLUMNS);
  const [isAdding, setAdding] = useState(false);
  const notAllowed = whoMayRecord(useStaff());
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <Title
        title="Providers"
        note={rows.total === undefined ? '' : noteOf(rows.total, isFiltered)}
        act={
          <Button kind="primary" notAllowed={notAllowed} onPress={() => setAdding(true)}>
            Add provider
          </Button>
        }
      />
      <Filters aside={<ProviderTools columns={columns} filter={filter} total={rows.total ?? 0} />}>
        <FilterFields
          searching={searching}
          filters={{
            text: 'Name, slug or id',
            type: { label: 'Type', options: orAll(TYPE_NAMES) },
            standing: { label: 'Standing', options: orAll(STANDING_WORDS) },
          }}
        />
        <FilterChoice
          label="Show"
          value={search.waiting ? 'waiting' : search.all ? 'all' : 'open'}
          options={SHOWN}
          onChange={(shown) => set({ waiting: shown === 'waiting', all: shown === 'all' })}
        />
      </Filters>
      <ProblemBox error={rows.error} onRetry={rows.readAgain} />
      {rows.error !== null && rows.total === undefined ? null : (
        <LongTable
          label="Providers"
          columns={columns.shown}
          rows={rows}
          keyOf={({ id }) => id}
          empty={
            isFiltered ? (
              <NothingFound what="No provider matches these filters." onClear={searching.clear} />
            ) : (
              'No provider yet. Add the first one: its inputs can then be entered.'
            )
          }
        />
      )}
      {isAdding ? (
        <AddProvider
          onAdded={(id) => {
            setAdding(false);
            if (id !== undefined) void navigate({ to: '/desk/providers/$slug', params: { slug: id } });
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}

function noteOf(total: number, isFiltered: boolean): string {
  return isFiltered ? `${plural(total, 'provider')} found` : plural(total, 'provider');
}

/** What is waited for, and whether retired ones are there, is chosen in one field: they are rarely combined. */
const SHOWN = { open: 'not retired', waiting: 'before the committee', all: 'also retired' };

/** Without what is not filtered by. */
function filterOf({ text, type, standing, waiting, all }: SearchOf<'/desk/providers'>): ProviderFilter {
  return {
    ...(text.trim() === '' ? {} : { text: text.trim().slice(0, 200) }),
    ...(Object.hasOwn(TYPE_NAMES, type) ? { planner_type: type as PlannerType } : {}),
    ...(Object.hasOwn(STANDING_WORDS, standing) ? { standing: standing as Standing } : {}),
    ...(waiting ? { waiting } : {}),
    ...(all ? { all } : {}),
  };
}

const AT_ONCE = 250;

type ProviderFilter = Omit<InputOf<'providers.list'>, 'limit' | 'cursor' | 'offset'>;

interface ProviderToolsProps {
  columns: ColumnChoice<ListedProvider>;
  filter: ProviderFilter;
  total: number;
}

/** What can be done with the list as a whole: choose its columns, and save all that the filters match as a file. */
function ProviderTools({ columns, filter, total }: ProviderToolsProps) {
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
      <ProblemBox error={error} onRetry={() => void save()} />
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
