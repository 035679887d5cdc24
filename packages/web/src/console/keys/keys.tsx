// The API keys of a workspace: the list, and one key at its side.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { Ago, Until } from '../../ui/instant.tsx';
import { Split } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { State } from '../../ui/state.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { count, tierName } from '../../ui/words.ts';
import { mayManageKeys, usePerson } from '../person.ts';
import { CreateKey } from './create-key.tsx';
import { KeyFilters, matches, useKeySearch } from './filters.tsx';
import { isEnded, type Key } from './key.ts';
import { KeyPanel } from './key-panel.tsx';
import styles from './keys.module.css';

const TIER_LIMITS: Readonly<Record<string, number>> = {
  FREE: 100,
  PROFESSIONAL: 1000,
  ENTERPRISE: 10_000,
  CUSTOM: 100_000,
};

export function Keys() {
  const person = usePerson();
  const now = useNow();
  const keys = useRead('keys.list', { all: true });
  const filters = useKeySearch();
  const [openId, setOpenId] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const all = keys.data?.data;
  const ended = all?.filter((key) => isEnded(key, now)).length ?? 0;
  const shown = all?.filter((key) => matches(key, filters.search, now));
  const open = all?.find(({ id }) => id === openId);
  const mayCreate = mayManageKeys(person);
  return (
    <>
      <Split
        list={
          <>
            <Title
              title="Keys"
              note={all === undefined ? undefined : `${all.length - ended} in use · ${ended} ended`}
              act={
                <Button
                  kind="primary"
                  notAllowed={mayCreate ? null : 'viewers cannot create keys'}
                  onPress={() => setCreating(true)}
                >
                  Create key
                </Button>
              }
            />
            <KeyFilters {...filters} />
            {keys.error === null ? (
              <Table
                label="API keys"
                columns={columnsOf(all ?? [], now)}
                rows={shown}
                keyOf={({ id }) => id}
                empty={
                  all?.length === 0
                    ? 'No key yet. A key lets a program read scores: create the first one.'
                    : 'No key matches these filters.'
                }
                open={{
                  isOpen: ({ id }) => id === openId,
                  onOpen: ({ id }) => setOpenId(id === openId ? null : id),
                  label: ({ name }) => `Show ${name}`,
                }}
              />
            ) : (
              <ProblemBox error={keys.error} onRetry={() => void keys.refetch()} />
            )}
            <p className={styles.note}>
              Keys of one tier share its requests per hour. A key's own limit can only be lower.
            </p>
          </>
        }
        panel={
          open === undefined ? null : <KeyPanel key={open.id} apiKey={open} onClose={() => setOpenId(null)} />
        }
      />
      {isCreating ? <CreateKey onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function columnsOf(all: readonly Key[], now: number): Column<Key>[] {
  const replaced = new Set(all.map(({ replaces }) => replaces));
  return [
    { head: 'Name', cell: ({ name }) => name },
    {
      head: 'Prefix',
      isFixed: true,
      isMinor: true,
      cell: ({ prefix }) => <span className="mono">{prefix}</span>,
    },
    { head: 'Tier', isFixed: true, isMinor: true, cell: ({ effective_tier }) => tierName(effective_tier) },
    {
      head: 'Per hour',
      isFigure: true,
      isMinor: true,
      cell: ({ hourly_limit, effective_tier }) => count(hourly_limit ?? TIER_LIMITS[effective_tier] ?? 0),
    },
    {
      head: 'Agent',
      isMinor: true,
      cell: ({ agent_scope }) => (agent_scope ? 'yes' : <span className="muted">no</span>),
    },
    { head: 'Created by', isMinor: true, cell: ({ created_by_name }) => created_by_name },
    {
      head: 'Last use',
      isFixed: true,
      isMinor: true,
      cell: ({ last_used_at }) => (last_used_at === null ? 'no use yet' : <Ago at={last_used_at} />),
    },
    {
      head: 'Expires',
      isFixed: true,
      isMinor: true,
      cell: ({ expires_at }) => (expires_at === null ? 'no expiry' : <Until at={expires_at} />),
    },
    {
      head: 'State',
      isFixed: true,
      cell: (key) => <KeyState apiKey={key} isReplaced={replaced.has(key.id)} now={now} />,
    },
  ];
}

function KeyState({ apiKey, isReplaced, now }: { apiKey: Key; isReplaced: boolean; now: number }) {
  if (apiKey.revoked_at !== null) return <State kind="off">revoked</State>;
  if (isEnded(apiKey, now)) return <State kind="off">expired</State>;
  if (isReplaced) return <State kind="waiting">being replaced</State>;
  return <State kind="good">active</State>;
}
