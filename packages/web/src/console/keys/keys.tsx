// The API keys of a workspace: the list, one key at its side, and what changed last.

import { TIER_TERMS, TIERS } from '@rf-indicators/contract/tiers';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { onePage, useRead } from '../../api/acts.ts';
import { Register } from '../../frame/register.tsx';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.ts';
import { orAll } from '../../ui/filters.tsx';
import { count, tierName, utcInstant } from '../../ui/format.ts';
import { Ago, Until } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { IfMay } from '../person.tsx';
import { useKeyCondition } from './key.tsx';
import { CreateKey } from './key-acts.tsx';
import { KeyPanel } from './key-panel.tsx';
import { isEnded, type Key } from './key-state.ts';
import styles from './keys.module.css';

export function Keys() {
  const now = useNow();
  const keys = useRead('keys.list', { all: true, limit: 1000 });
  const searching = usePageSearch('/console/$workspace/keys');
  const { search, set } = searching;
  const [isCreating, setCreating] = useState(false);
  const condition = useKeyCondition();
  const all = keys.data?.data;
  const ended = all?.filter((key) => isEnded(key, now)).length ?? 0;
  const shown = all?.filter((key) => matches(key, search, now));
  return (
    <>
      <Register
        title="Keys"
        label="API keys"
        note={all === undefined ? '' : `${all.length - ended} in use · ${ended} ended`}
        act={
          <IfMay act="keys.create">
            <Button kind="primary" notAllowed={condition} onPress={() => setCreating(true)}>
              Create key
            </Button>
          </IfMay>
        }
        above={
          <>
            {/* What follows is drawn when the condition is known, so that nothing moves. */}
            {condition === undefined ? <div aria-busy="true" /> : null}
            {condition == null ? null : <p className={styles.condition}>{condition}</p>}
          </>
        }
        what="key"
        pages={onePage(keys, shown)}
        all={all}
        columns={keyColumns(all ?? [], now)}
        keyOf={({ prefix }) => prefix}
        labelOf={({ name, prefix }) => `Show ${name}, ${prefix}`}
        searching={searching}
        openIn="key"
        filters={{
          text: 'Name or prefix',
          tier: {
            label: 'Tier',
            options: orAll(Object.fromEntries(TIERS.map((tier) => [tier, tierName(tier)]))),
          },
          state: { label: 'State', options: { 'in-use': 'in use', ended: 'ended', all: 'all' } },
        }}
        empty={
          <>
            No key yet. A key lets a program read scores
            <IfMay act="keys.create">: create the first one</IfMay>.
          </>
        }
        isEmpty={all?.length === 0}
        onClear={() => set({ text: '', tier: '', state: 'all' })}
        below={
          <>
            <p className={styles.note}>
              Keys of one tier share its requests per hour. A key's own limit can only be lower.
            </p>
            <KeyChanges keys={all} />
          </>
        }
        panel={(open, onClose) => <KeyPanel key={open.id} apiKey={open} keys={all ?? []} onClose={onClose} />}
      />
      {isCreating ? <CreateKey onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function matches(
  key: Key,
  { text, tier, state }: SearchOf<'/console/$workspace/keys'>,
  now: number,
): boolean {
  const wanted = text.toLowerCase();
  const isFound = key.name.toLowerCase().includes(wanted) || key.prefix.toLowerCase().includes(wanted);
  const hasState = state === 'all' || isEnded(key, now) === (state === 'ended');
  return isFound && hasState && (tier === '' || key.effective_tier === tier);
}

function keyColumns(all: readonly Key[], now: number): Column<Key>[] {
  const replaced = new Set(all.map(({ replaces }) => replaces));
  const stateOf = (key: Key) => keyState(key, replaced.has(key.id), now);
  return [
    { head: 'Name', text: ({ name }) => name },
    {
      head: 'Prefix',
      isFixed: true,
      isMinor: true,
      cell: ({ prefix }) => <span className="mono">{prefix}</span>,
      text: ({ prefix }) => prefix,
    },
    { head: 'Tier', isFixed: true, isMinor: true, text: ({ effective_tier }) => tierName(effective_tier) },
    { head: 'Per hour', isFigure: true, isMinor: true, cell: (key) => count(limitOf(key)), text: limitOf },
    {
      head: 'Scope',
      isExtra: true,
      cell: (key) => scopeOf(key) ?? <span className="muted">reads</span>,
      text: (key) => scopeOf(key) ?? 'reads',
    },
    { head: 'Created by', isExtra: true, isMinor: true, text: ({ created_by_name }) => created_by_name },
    {
      head: 'Last use',
      isFixed: true,
      isMinor: true,
      cell: ({ last_used_at }) => (last_used_at === null ? 'no use yet' : <Ago at={last_used_at} />),
      text: ({ last_used_at }) => (last_used_at === null ? null : utcInstant(last_used_at)),
    },
    {
      head: 'Expires',
      isFixed: true,
      isMinor: true,
      cell: ({ expires_at }) => (expires_at === null ? 'no expiry' : <Until at={expires_at} />),
      text: ({ expires_at }) => (expires_at === null ? null : utcInstant(expires_at)),
    },
    {
      head: 'State',
      isFixed: true,
      cell: (key) => {
        const { kind, word } = stateOf(key);
        return <State kind={kind}>{word}</State>;
      },
      text: (key) => stateOf(key).word,
    },
  ];
}

/** What it may call besides reads, or instead of them. */
function scopeOf({ agent_scope, scope }: Key): string | null {
  if (scope !== null) return 'decisions';
  return agent_scope ? 'agent' : null;
}

function limitOf({ hourly_limit, effective_tier }: Key): number {
  return Math.min(hourly_limit ?? Number.POSITIVE_INFINITY, TIER_TERMS[effective_tier].requestsPerHour);
}

function keyState(
  key: Key,
  isReplaced: boolean,
  now: number,
): { kind: 'good' | 'waiting' | 'off'; word: string } {
  if (key.revoked_at !== null) return { kind: 'off', word: 'revoked' };
  if (isEnded(key, now)) return { kind: 'off', word: 'expired' };
  return isReplaced ? { kind: 'waiting', word: 'rotating' } : { kind: 'good', word: 'active' };
}

const SHOWN = 6;

const CHANGES: Readonly<Record<string, string>> = {
  'key.created': 'Created',
  'key.rotated': 'Rotated',
  'key.raised': 'Upgraded',
  'key.revoked': 'Revoked',
};

/** The latest changes of keys, from the audit trail. */
function KeyChanges({ keys }: { keys: readonly Key[] | undefined }) {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const changes = useRead('workspaces.audit', { action: 'key.', newest_first: true, limit: SHOWN });
  if (changes.data === undefined || changes.data.data.length === 0) return null;
  const keyOf = (subject: string) => keys?.find(({ id }) => subject === `keys/${id}`);
  return (
    <Section
      title="Latest changes"
      aside={
        <Link to="/console/$workspace/audit" params={{ workspace }} search={{ about: 'key.' }}>
          All in Audit
        </Link>
      }
    >
      <Table
        label="Latest changes of keys"
        columns={[
          { head: 'Name', cell: ({ subject }) => keyOf(subject)?.name ?? '·' },
          {
            head: 'Prefix',
            isFixed: true,
            isMinor: true,
            cell: ({ subject }) => <span className="mono">{keyOf(subject)?.prefix}</span>,
          },
          { head: 'Change', isFixed: true, cell: ({ action }) => CHANGES[action] ?? action },
          {
            head: 'By',
            isFixed: true,
            isMinor: true,
            cell: ({ by, actor_name }) => actor_name ?? (by === 'operator' ? 'the operator' : 'the service'),
          },
          { head: 'Date', isFixed: true, isMinor: true, instant: ({ at }) => at },
        ]}
        rows={changes.data.data}
        keyOf={({ seq }) => String(seq)}
        empty=""
      />
    </Section>
  );
}
