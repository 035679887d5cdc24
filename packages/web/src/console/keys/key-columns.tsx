// The columns of the list of keys.

import { TIER_TERMS } from '@rf-indicators/contract/tiers';
import { Ago, Until } from '../../ui/instant.tsx';
import { State } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { count, tierName, utcInstant } from '../../ui/words.ts';
import { isEnded, type Key } from './key.ts';

export function keyColumns(all: readonly Key[], now: number): Column<Key>[] {
  const replaced = new Set(all.map(({ replaces }) => replaces));
  const stateOf = (key: Key) => keyState(key, replaced.has(key.id), now);
  return [
    { head: 'Name', cell: ({ name }) => name, text: ({ name }) => name },
    {
      head: 'Prefix',
      isFixed: true,
      isMinor: true,
      cell: ({ prefix }) => <span className="mono">{prefix}</span>,
      text: ({ prefix }) => prefix,
    },
    {
      head: 'Tier',
      isFixed: true,
      isMinor: true,
      cell: ({ effective_tier }) => tierName(effective_tier),
      text: ({ effective_tier }) => tierName(effective_tier),
    },
    { head: 'Per hour', isFigure: true, isMinor: true, cell: (key) => count(limitOf(key)), text: limitOf },
    {
      head: 'Agent',
      isExtra: true,
      cell: ({ agent_scope }) => (agent_scope ? 'yes' : <span className="muted">no</span>),
      text: ({ agent_scope }) => (agent_scope ? 'yes' : 'no'),
    },
    {
      head: 'Created by',
      isExtra: true,
      isMinor: true,
      cell: ({ created_by_name }) => created_by_name,
      text: ({ created_by_name }) => created_by_name,
    },
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
