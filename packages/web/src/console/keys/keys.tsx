// The API keys of a workspace: the list, one key at its side, and what changed last.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { TableTools, useColumns } from '../../ui/column-choice.tsx';
import { NothingFound } from '../../ui/filters.tsx';
import { Split } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Table } from '../../ui/table.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyFilters, matches, useKeySearch } from './filters.tsx';
import { isEnded } from './key.ts';
import { KeyChanges } from './key-changes.tsx';
import { keyColumns } from './key-columns.tsx';
import { KeyPanel } from './key-panel.tsx';
import styles from './keys.module.css';
import { useKeyCondition } from './may-create.ts';

export function Keys() {
  const now = useNow();
  const keys = useRead('keys.list', { all: true, limit: 1000 });
  const filters = useKeySearch();
  const [isCreating, setCreating] = useState(false);
  const workspace = useRead('workspaces.show', {});
  const condition = useKeyCondition();
  const all = keys.data?.data;
  const ended = all?.filter((key) => isEnded(key, now)).length ?? 0;
  const shown = all?.filter((key) => matches(key, filters.search, now));
  const open = all?.find(({ prefix }) => prefix === filters.search.key);
  const columns = useColumns('keys', keyColumns(all ?? [], now));
  const list = (
    <>
      <Title
        title="Keys"
        note={all === undefined ? '' : `${all.length - ended} in use · ${ended} ended`}
        act={
          <Button kind="primary" notAllowed={condition} onPress={() => setCreating(true)}>
            Create key
          </Button>
        }
      />
      {/* What follows is drawn when the condition is known, so that nothing moves. */}
      {workspace.isPending ? <div aria-busy="true" /> : null}
      {condition === null ? null : <p className={styles.condition}>{condition}</p>}
      <KeyFilters {...filters} aside={<TableTools columns={columns} rows={shown} file="keys" />} />
      {keys.error === null ? null : <ProblemBox error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.error !== null && all === undefined ? null : (
        <Table
          label="API keys"
          columns={columns.shown}
          rows={shown}
          keyOf={({ id }) => id}
          empty={
            all?.length === 0 ? (
              'No key yet. A key lets a program read scores: create the first one.'
            ) : (
              <NothingFound
                what="No key matches these filters."
                onClear={() => filters.set({ text: '', tier: '', state: 'all' })}
              />
            )
          }
          open={{
            isOpen: ({ id }) => id === open?.id,
            onOpen: ({ id, prefix }) => filters.set({ key: id === open?.id ? '' : prefix }),
            label: ({ name, prefix }) => `Show ${name}, ${prefix}`,
          }}
        />
      )}
      <p className={styles.note}>
        Keys of one tier share its requests per hour. A key's own limit can only be lower.
      </p>
      <KeyChanges keys={all} />
    </>
  );
  return (
    <>
      <Split
        list={list}
        panel={
          open === undefined ? null : (
            <KeyPanel key={open.id} apiKey={open} keys={all ?? []} onClose={() => filters.set({ key: '' })} />
          )
        }
      />
      {isCreating ? <CreateKey onClose={() => setCreating(false)} /> : null}
    </>
  );
}
