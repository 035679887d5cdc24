// The queue: what waits, one's own proposals, and what was decided today. It is read again every five seconds, and
// nothing that others do moves the row that the reader looks at.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { readAgain, useRead } from '../../api/acts.ts';
import { useNow } from '../../ui/clock.ts';
import { staffId, useStaff } from '../staff.ts';
import { isOwn, type Proposal, type ProviderNames } from './proposal.ts';

const EVERY_MS = 5000;

export interface Queue {
  /** Undefined until it has been read. */
  waiting: Proposal[] | undefined;
  own: Proposal[];
  decided: Proposal[];
  /** How many of those that wait are still open. */
  open: number;
  isNew: (id: string) => boolean;
  error: Error | null;
  readAt: number;
  readAgain: () => void;
}

export function useOpenProposals(): UseQueryResult<AnswerOf<'inputs.list'>> {
  return useRead('inputs.list', { status: 'open', limit: 1000 }, { everyMs: EVERY_MS });
}

export function useQueue(selected: string | undefined): Queue {
  const client = useQueryClient();
  const person = useStaff();
  const open = useOpenProposals();
  const today = new Date(useNow()).setHours(0, 0, 0, 0);
  const decided = useRead('inputs.list', { decided_since: today, limit: 1000 }, { everyMs: EVERY_MS });
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const isRead = open.data !== undefined;
  const found = open.data?.data ?? [];
  // The order is taken anew whenever the reader moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when others change the list
  useEffect(() => {
    if (isRead) setOrder(found.map(({ id }) => id));
  }, [selected, isRead]);
  const rows = useMemo(
    () => heldInPlace(found, decided.data?.data ?? [], order ?? [], staffId(person)),
    [found, decided.data, order, person],
  );
  const held = new Set(rows.map(({ id }) => id));
  return {
    waiting: isRead ? rows.filter((proposal) => !isOwn(proposal, person)) : undefined,
    own: rows.filter((proposal) => isOwn(proposal, person)),
    decided: (decided.data?.data ?? [])
      .filter(({ id }) => !held.has(id))
      .toSorted((a, b) => b.decided_at! - a.decided_at!),
    open: found.filter((proposal) => !isOwn(proposal, person)).length,
    isNew: (id) => order !== null && !order.includes(id),
    error: open.error,
    readAt: open.dataUpdatedAt,
    readAgain: () => void readAgain(client, ['inputs']),
  };
}

/** What others decided since the reader last moved stays in its place, and news follows at the end. */
function heldInPlace(
  open: readonly Proposal[],
  decided: readonly Proposal[],
  order: readonly string[],
  me: string,
): Proposal[] {
  const byId = new Map(
    [...decided.filter(({ decided_by }) => decided_by !== me), ...open].map((one) => [one.id, one]),
  );
  const inPlace = order.flatMap((id) => byId.get(id) ?? []);
  return [...inPlace, ...open.filter(({ id }) => !order.includes(id))];
}

export function useProviderNames(): ProviderNames {
  const providers = useRead('providers.list', { all: true, limit: 1000 }).data?.data;
  return useMemo(() => new Map(providers?.map(({ slug, name }) => [slug, name])), [providers]);
}
