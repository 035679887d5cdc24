// What the entries of a record say about each of its items.

import type { Choice, Entry, OutcomeContent } from './entries.ts';

export interface CastVote {
  vote: Choice;
  at: number;
  words: string | null;
  /** What the voter saw. */
  seen: string;
}

export interface ItemRecord {
  /** The newest of each person. */
  votes: ReadonlyMap<string, CastVote>;
  recusals: ReadonlyMap<string, { at: number; words: string }>;
  waivers: readonly { by: string; at: number; words: string; inputs: readonly string[] }[];
  hasMinute: boolean;
  /** The newest; null if it was never decided. */
  outcome: (OutcomeContent & { at: number; seq: number }) | null;
  isCancelled: boolean;
}

interface Draft {
  votes: Map<string, CastVote>;
  recusals: Map<string, { at: number; words: string }>;
  waivers: { by: string; at: number; words: string; inputs: readonly string[] }[];
  hasMinute: boolean;
  outcome: (OutcomeContent & { at: number; seq: number }) | null;
  isCancelled: boolean;
}

export function emptyRecord(): ItemRecord {
  return blank();
}

function blank(): Draft {
  return {
    votes: new Map(),
    recusals: new Map(),
    waivers: [],
    hasMinute: false,
    outcome: null,
    isCancelled: false,
  };
}

/** By item. */
export function recordsIn(entries: readonly Entry[]): Map<string, ItemRecord> {
  const records = new Map<string, Draft>();
  const of = (item: string): Draft => {
    const known = records.get(item) ?? blank();
    records.set(item, known);
    return known;
  };
  for (const entry of entries) {
    const { at } = entry;
    const by = entry.by ?? '';
    switch (entry.kind) {
      case 'vote': {
        const { vote, words, items } = entry.content;
        for (const [item, seen] of items) of(item).votes.set(by, { vote, at, words, seen });
        break;
      }
      case 'recusal':
        for (const item of entry.content.items) {
          of(item).recusals.set(by, { at, words: entry.content.words });
          of(item).votes.delete(by);
        }
        break;
      case 'waiver':
        for (const [item, inputs] of entry.content.items)
          of(item).waivers.push({ by, at, words: entry.content.words, inputs });
        break;
      case 'minute':
        for (const item of entry.content.items) of(item).hasMinute = true;
        break;
      case 'outcome':
        for (const item of entry.content.items) of(item).outcome = { ...entry.content, at, seq: entry.seq };
        break;
      case 'cancelled':
        of('').isCancelled = true;
        break;
      case 'opened':
        break;
    }
  }
  return records;
}
