// The providers: where each stands, what is due, and what waits. A row leads to the provider's file.

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWindow } from '../../api/window.ts';
import { Title } from '../../frame/title.tsx';
import { type SearchOf, usePageSearch } from '../../page-search.ts';
import { Button } from '../../ui/button.tsx';
import { useColumns } from '../../ui/column-choice.tsx';
import { FilterChoice, FilterFields, Filters, NothingFound, orAll } from '../../ui/filters.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { plural } from '../../ui/words.ts';
import { useStaff } from '../staff.ts';
import { AddProvider } from './add-provider.tsx';
import { PROVIDER_COLUMNS } from './provider-columns.tsx';
import { type PlannerType, STANDING_WORDS, type Standing, TYPE_WORDS } from './provider-words.ts';
import { type ProviderFilter, ProviderTools } from './tools.tsx';
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
            type: { label: 'Type', options: orAll(TYPE_WORDS) },
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
      {rows.error === null ? null : <ProblemBox error={rows.error} onRetry={rows.readAgain} />}
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
const SHOWN = { open: 'not retired', waiting: 'waiting for a second person', all: 'also retired' };

/** Without what is not filtered by. */
function filterOf({ text, type, standing, waiting, all }: SearchOf<'/desk/providers'>): ProviderFilter {
  return {
    ...(text.trim() === '' ? {} : { text: text.trim().slice(0, 200) }),
    ...(Object.hasOwn(TYPE_WORDS, type) ? { planner_type: type as PlannerType } : {}),
    ...(Object.hasOwn(STANDING_WORDS, standing) ? { standing: standing as Standing } : {}),
    ...(waiting ? { waiting } : {}),
    ...(all ? { all } : {}),
  };
}
