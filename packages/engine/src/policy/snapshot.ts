// What a decision reads of a provider. A member that is absent is not known; null means that it does not apply. The types
// say what the service sends. A snapshot can also come from elsewhere, or from a service that is newer than this engine, so
// a value of another form, out of its scale or from the future counts as not known.

import type { Band } from './catalogue.ts';

/** What was in force from an instant of this UTC day until the next step; both are null without a published score. */
export interface HistoryStep {
  day: string;
  score: string | null;
  band: Band | null;
}

export interface PolicySnapshot {
  provider: string;
  state: 'scored' | 'withdrawn' | 'never_scored' | 'unknown';
  verified_at?: string;
  framework?: string;
  product_type?: string;
  band?: Band;
  score?: string;
  /** Every module of the framework; null where no criterion of it applies. */
  modules?: Readonly<Record<string, string | null>>;
  evidence_quality?: string;
  /** Every hard rule of the framework, and whether it fires. */
  caps?: Readonly<Record<string, boolean>>;
  newest_evidence?: string;
  oldest_evidence?: string;
  stale?: boolean;
  /** From when it is stale or withdrawn if nothing is renewed; null: never. */
  stale_from?: string | null;
  withdrawn_from?: string | null;
  under_review?: string;
  /** UTC days of corrections, at least those of the longest window. */
  corrections?: readonly string[];
  yield?: { lowest: string; highest: string } | null;
  /**
   * From the oldest to the newest, which is what is in force now. It begins on the first day of the longest window or
   * before it: for a provider that had no score then, with a step without one. A window that begins earlier is not known.
   */
  history?: readonly HistoryStep[];
  /** Of the books that the deciding versions are about, those in which it has a position. Absent if they are about none. */
  in_books?: readonly string[];
}
