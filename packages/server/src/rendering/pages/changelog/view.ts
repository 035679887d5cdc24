// What the page of changes shows.

import type { ChangelogKind } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { Count } from '@rf-indicators/core/log/count-changes';
import type { NamedProvider } from '../../names/name-index.ts';
import type { Change } from '../provider/known.ts';
import type { SectionName } from './kinds.ts';
import type { ChangesQuery } from './query.ts';

export interface Section {
  name: SectionName;
  /** Newest first. */
  changes: readonly Change[];
  /** The cursor of the next page; null if there are no older entries. */
  next: number | null;
}

export interface ChangelogView {
  query: ChangesQuery;
  provider: ProviderChoice;
  /** By kind, under the other filters. */
  counts: ReadonlyMap<ChangelogKind, Count>;
  sections: readonly Section[];
  /** What was served around a change, by the id of its entry. */
  steps: ReadonlyMap<string, readonly Step[]>;
  /** Of the providers with small moves, by provider id. */
  trends: ReadonlyMap<string, Trend>;
  suggested: readonly string[];
}

export interface Trend {
  steps: readonly Step[];
  period: { since: number; until: number };
}

/** What was typed, and whom it means. */
export type ProviderChoice =
  | { typed: ''; chosen: null; candidates: readonly [] }
  | { typed: string; chosen: NamedProvider | null; candidates: readonly NamedProvider[] };
