// Which band each provider was in, from when until when, and what happened to it: for all providers at once. Every change of
// a band has an entry in the changelog, so the many indicators that moved within a band need not be read.

import type { ChangelogKind } from '@rf-indicators/contract';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { type StaleChange, staleChanges } from './steps.ts';

export interface BandPeriod {
  from: number;
  /** Null if it lasts. */
  until: number | null;
  riskBand: string;
  isStale: boolean;
}

export interface BandEvent {
  at: number;
  kind: ChangelogKind;
  previousBand: string | null;
  newBand: string | null;
  verificationId: string;
}

export interface BandHistory {
  providerId: string;
  /** As its last indicator has it. */
  plannerType: string;
  /** Oldest first. Between a withdrawal and a reinstatement there is none. */
  periods: BandPeriod[];
  /** Oldest first. */
  events: BandEvent[];
}

/** The kinds of entries that can change a band, or that readers see as an event. */
const KINDS: readonly ChangelogKind[] = [
  'initial',
  'band_change',
  'methodology_change',
  'correction',
  'reinstatement',
  'withdrawal',
  'stale',
  'stale_ended',
];

/** Of all providers that had an indicator before the given time, or of the given ones. In no particular order. */
export async function readBandHistories(
  db: Queries,
  before: number,
  providerIds?: readonly string[],
): Promise<BandHistory[]> {
  if (providerIds === undefined) return historiesOf(await entriesOf(db, before), await marksOf(db, before));
  const histories: BandHistory[] = [];
  for (const portion of inPortions(providerIds))
    histories.push(...historiesOf(await entriesOf(db, before, portion), await marksOf(db, before, portion)));
  return histories;
}

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

function entriesOf(db: Queries, before: number, providerIds?: readonly string[]) {
  let query = db
    .selectFrom('changelog')
    .innerJoin('indicators', 'indicators.verification_id', 'changelog.verification_id')
    .select([
      'changelog.provider_id',
      'changelog.planner_type',
      'changelog.kind',
      'changelog.previous_band',
      'changelog.new_band',
      'changelog.verification_id',
      'changelog.changed_at',
      'indicators.corrects',
      'indicators.supersedes',
    ])
    .where('changelog.kind', 'in', [...KINDS])
    .where('changelog.changed_at', '<', before)
    .orderBy('changelog.seq');
  if (providerIds !== undefined) query = query.where('changelog.provider_id', 'in', [...providerIds]);
  return query.execute();
}

/** By provider: when its indicator became stale, and when it no longer was. */
async function marksOf(
  db: Queries,
  before: number,
  providerIds?: readonly string[],
): Promise<Map<string, StaleChange[]>> {
  let query = db
    .selectFrom('stale_marks')
    .select(['provider_id', 'verification_id'])
    .distinct()
    .where('marked_at', '<', before);
  if (providerIds !== undefined) query = query.where('provider_id', 'in', [...providerIds]);
  const rows = await query.execute();
  const changes = await staleChanges(
    db,
    rows.map(({ verification_id }) => verification_id),
  );
  const byProvider = new Map<string, StaleChange[]>();
  for (const { provider_id, verification_id } of rows) {
    const earlier = (changes.get(verification_id) ?? []).filter(({ at }) => at < before);
    byProvider.set(provider_id, [...(byProvider.get(provider_id) ?? []), ...earlier]);
  }
  return byProvider;
}

function historiesOf(
  entries: readonly Entry[],
  marks: ReadonlyMap<string, readonly StaleChange[]>,
): BandHistory[] {
  const byProvider = Map.groupBy(entries, ({ provider_id }) => provider_id);
  return [...byProvider].map(([providerId, own]) => ({
    providerId,
    plannerType: own.at(-1)!.planner_type,
    periods: periodsOf(own, marks.get(providerId) ?? []),
    events: own.filter(isEvent).map(eventOf),
  }));
}

/** A first indicator begins the history, and a new framework that leaves the band is none of this provider's news. */
function isEvent({ kind, previous_band, new_band }: Entry): boolean {
  return kind !== 'initial' && (kind !== 'methodology_change' || previous_band !== new_band);
}

function eventOf({ changed_at, kind, previous_band, new_band, verification_id }: Entry): BandEvent {
  return {
    at: changed_at,
    kind,
    previousBand: previous_band,
    newBand: new_band,
    verificationId: verification_id,
  };
}

/** What was served from an instant on. */
interface State {
  /** Null if nothing was. */
  band: string | null;
  isStale: boolean;
}

function periodsOf(entries: readonly Entry[], marks: readonly StaleChange[]): BandPeriod[] {
  const changes = [
    ...entries.filter(changesState).map(({ changed_at, kind, new_band }) => ({
      at: changed_at,
      // A new indicator is not stale, and a mark of the same instant says whether it is.
      next: (): State => ({ band: kind === 'withdrawal' ? null : new_band, isStale: false }),
    })),
    ...marks.map(({ at, reason }) => ({
      at,
      next: ({ band }: State): State => ({ band, isStale: reason !== null }),
    })),
  ].sort((a, b) => a.at - b.at);
  const periods: BandPeriod[] = [];
  let state: State = { band: null, isStale: false };
  for (const { at, next } of changes) {
    const { band, isStale } = next(state);
    if (band === state.band && isStale === state.isStale) continue;
    state = { band, isStale };
    const last = periods.at(-1);
    if (last?.until === null) last.until = at;
    // Several changes of one instant are one.
    if (last !== undefined && last.from === last.until) periods.pop();
    if (band !== null) periods.push({ from: at, until: null, riskBand: band, isStale });
  }
  return joined(periods);
}

/** A correction of an older indicator was never served as the current one, and marks are read where they are set. */
function changesState({ kind, corrects, supersedes }: Entry): boolean {
  if (kind === 'stale' || kind === 'stale_ended') return false;
  return kind !== 'correction' || corrects === null || supersedes !== null;
}

/** Two periods that are alike and follow each other are one. */
function joined(periods: readonly BandPeriod[]): BandPeriod[] {
  const whole: BandPeriod[] = [];
  for (const period of periods) {
    const last = whole.at(-1);
    const isMore =
      last !== undefined &&
      last.until === period.from &&
      last.riskBand === period.riskBand &&
      last.isStale === period.isStale;
    if (isMore) last.until = period.until;
    else whole.push({ ...period });
  }
  return whole;
}
