// The providers: where each stands, what is due, and what waits. A row leads to the provider's file.

import { useState } from 'react';
import { useWindow } from '../../api/window.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { useColumns } from '../../ui/column-choice.tsx';
import { NothingFound } from '../../ui/filters.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { plural } from '../../ui/words.ts';
import { useStaff } from '../staff.ts';
import { AddProvider } from './add-provider.tsx';
import { ProviderFilters } from './filters.tsx';
import { PROVIDER_COLUMNS } from './provider-columns.tsx';
import { filterOf, useProviderSearch } from './search.ts';
import { ProviderTools } from './tools.tsx';
import { whoMayRecord } from './who-may.ts';

export function Providers() {
  const searching = useProviderSearch();
  const filter = filterOf(searching.search);
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
      <ProviderFilters
        {...searching}
        aside={<ProviderTools columns={columns} filter={filter} total={rows.total ?? 0} />}
      />
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
      {isAdding ? <AddProvider onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function noteOf(total: number, isFiltered: boolean): string {
  return isFiltered ? `${plural(total, 'provider')} found` : plural(total, 'provider');
}
