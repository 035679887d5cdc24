// The queue: what waits, what was asked, one's own proposals, and what was decided today. Nothing that others do moves
// the row that the reader looks at.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readAgain, useList, useRead } from '../../api/acts.ts';
import type { SearchOf } from '../../pages.ts';
import { useNow } from '../../ui/clock.ts';
import { timeOf } from '../../ui/format.ts';
import { staffId, useStaff } from '../staff.ts';
import { isOwn, isWaiting, openQuestion, type Proposal, pendingOf } from './proposal.ts';
import { askedOf, hasEffect, useChoices } from './queue-filter.tsx';

export interface Queue {
  /** Undefined until it has been read. */
  waiting: Proposal[] | undefined;
  /** Returned with a question. */
  asked: Proposal[];
  /** One's own that were returned with a question. */
  toAnswer: Proposal[];
  own: Proposal[];
  /** Also what this person has just decided. */
  decided: Proposal[];
  /** How many wait for a decision, and how many are one's own, also of those that were not read yet. */
  open: number;
  ownOpen: number;
  isNew: (id: string) => boolean;
  error: Error | null;
  readAgain: () => void;
  /** Whether the reader chose only some of them. */
  isFiltered: boolean;
  /** Whether more wait than were read. */
  hasMore: boolean;
  isReadingMore: boolean;
  readMore: () => void;
}

/** Each is scored before and after for its effect, so that they are read in pages. */
const PAGE = 100;

/** What waits for this person's decision, and for their answer; undefined until it was read. */
export function useOpenCount(): AnswerOf<'inputs.count'> | undefined {
  return useRead('inputs.count', {}).data;
}

export function useQueue(selected: string | undefined, search: SearchOf<'/desk/approvals'>): Queue {
  const client = useQueryClient();
  const asked = askedOf(search);
  const { effect } = search;
  const person = useStaff();
  const me = staffId(person);
  const open = useList('inputs.list', { status: 'open', limit: PAGE, ...asked });
  const counted = useOpenCount();
  const today = new Date(new Date(useNow()).setHours(0, 0, 0, 0)).toISOString();
  const decidedToday = useRead('inputs.list', { decided_since: today, limit: 1000, plain: true, ...asked });
  const [order, setOrder] = useState<readonly string[] | null>(null);
  // The filters stand above the rows, so that both come at once.
  const isRead = !useChoices().isPending && open.entries !== undefined;
  const found = ratesFirst((open.entries ?? NONE).filter((one) => effect === '' || hasEffect(one, effect)));
  // What was decided has no effect to be filtered by.
  const decided = effect === '' ? (decidedToday.data?.data ?? NONE) : NONE;
  const filtered = JSON.stringify([asked, effect]);
  // The order is taken anew whenever the reader moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not when others change the list
  useEffect(() => {
    if (isRead) setOrder(found.map(({ id }) => id));
  }, [selected, isRead, filtered]);
  const rows = heldInPlace(found, decided, order ?? [], me).filter((one) => !isDecidedBy(one, me));
  const held = new Set(rows.map(({ id }) => id));
  const others = rows.filter((proposal) => !isOwn(proposal, person));
  const own = rows.filter((proposal) => isOwn(proposal, person));
  const waiting = others.filter((proposal) => openQuestion(proposal) === null);
  return {
    waiting: isRead ? waiting : undefined,
    asked: others.filter((proposal) => openQuestion(proposal) !== null),
    toAnswer: own.filter((proposal) => openQuestion(proposal) !== null),
    own: own.filter((proposal) => openQuestion(proposal) === null),
    decided: [
      ...found.filter((one) => isDecidedBy(one, me)),
      ...decided.filter(({ id }) => !held.has(id)),
    ].toSorted((a, b) => decidedAt(b) - decidedAt(a)),
    open: counted?.waiting ?? waiting.filter(isWaiting).length,
    ownOpen: counted?.own ?? 0,
    isNew: (id) => order !== null && !order.includes(id),
    error: open.error,
    readAgain: () => void readAgain(client, ['inputs']),
    isFiltered: filtered !== UNFILTERED,
    hasMore: open.hasMore,
    isReadingMore: open.isReadingMore,
    readMore: open.readMore,
  };
}

const NONE: readonly Proposal[] = [];
const UNFILTERED = JSON.stringify([{}, '']);

/** First of their batch: its yields are compared with them, and refused before they are approved. */
function ratesFirst(proposals: readonly Proposal[]): Proposal[] {
  const batches = Map.groupBy(proposals, ({ batch_id }) => batch_id);
  return [...batches.values()].flatMap((batch) =>
    batch.toSorted((a, b) => Number(a.currency === null) - Number(b.currency === null)),
  );
}

function isDecidedBy(proposal: Proposal, person: string): boolean {
  return pendingOf(proposal)?.decided_by === person;
}

function decidedAt(proposal: Proposal): number {
  return timeOf(proposal.decided_at ?? proposal.pending?.decided_at ?? 0);
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
