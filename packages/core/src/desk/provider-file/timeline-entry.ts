// The entries of the timeline of a provider, and the function that reads one kind of record for it.

import type { Queries } from '../../store/store.ts';

export type TimelineKind =
  | 'inputs'
  | 'evidence'
  | 'flags'
  | 'yields'
  | 'publications'
  | 'corrections'
  | 'staleness'
  | 'requests'
  | 'notes'
  | 'record';

export interface TimelineEntry {
  /** Unique in the timeline. */
  id: string;
  at: number;
  kind: TimelineKind;
  /** What happened, such as approved. */
  what: string;
  /** A name; null if the service did it. */
  who: string | null;
  input: string | null;
  value: string | null;
  grade: string | null;
  text: string | null;
  proposal_id: string | null;
  evidence_id: string | null;
  verification_id: string | null;
  run_id: string | null;
  /** In hundredths. */
  score: number | null;
  band: string | null;
}

/** Reads what one kind of record says about a provider. */
export type TimelineSource = (db: Queries, providerId: string) => Promise<TimelineEntry[]>;

const NOTHING = {
  who: null,
  input: null,
  value: null,
  grade: null,
  text: null,
  proposal_id: null,
  evidence_id: null,
  verification_id: null,
  run_id: null,
  score: null,
  band: null,
};

type Said = Pick<TimelineEntry, 'id' | 'at' | 'kind' | 'what'> & Partial<TimelineEntry>;

/** An entry with only what it says. */
export function entry(said: Said): TimelineEntry {
  return { ...NOTHING, ...said };
}
