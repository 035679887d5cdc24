// A book as it is read: its version, what is published about its names, its limits and the decisions of its policy, with the
// exposures that follow. Each is read once, in portions, whatever the number of positions; nothing that was decrypted is kept.

import type { Member } from '../accounts/members.ts';
import { Refusal } from '../context/refusal.ts';
import { civilDate, dayAfter } from '../context/times.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries } from '../store/store.ts';
import type { BookContents, Measure } from './contents.ts';
import { type BookName, namesOf, sumOf, type ValuedPosition, valuedPositions } from './exposures.ts';
import { type Composite, compositeOf, type Exposure, sharesOf } from './figures/composite.ts';
import type { BandOrNone } from './limit-document.ts';
import { type LimitUse, usesOf } from './limit-use.ts';
import { activeLimits } from './limits.ts';
import { type OpenBook, openBook } from './open-book.ts';
import { type BookDecisions, decideBook, type NameDecision } from './policy-decisions.ts';
import { type Published, publishedScores } from './published-scores.ts';
import { type BookVersion, requireDay, versionAsOf } from './versions.ts';

export interface BookReading {
  db: Queries;
  masterKey: MasterKey;
  publishing: PublishingPolicy;
  now: number;
}

export interface WhichState {
  book: string;
  effective_on?: string | undefined;
  known_at?: number | undefined;
}

export type NameState = 'scored' | 'withdrawn' | 'not_scored' | 'not_matched';

/** A name with all that a book shows of it. */
export interface RatedName extends BookName {
  state: NameState;
  published: Published | null;
  /** In hundredths; null without a score. */
  score: number | null;
  band: BandOrNone;
  /** Of the exposure of the book, in hundredths of a percent. */
  share: number;
  decision: NameDecision | null;
}

export interface BookState {
  open: OpenBook;
  version: BookVersion | null;
  contents: BookContents;
  effectiveOn: string;
  knownAt: number;
  /** A past instant; null for now. */
  instant: number | null;
  positions: readonly ValuedPosition[];
  /** By key, in the order of the book. */
  names: ReadonlyMap<string, RatedName>;
  total: bigint;
  composite: Composite | null;
  limits: readonly LimitUse[];
  decisions: BookDecisions | null;
}

export async function readState(reading: BookReading, member: Member, which: WhichState): Promise<BookState> {
  const { db, masterKey, now } = reading;
  const open = await openBook(db, masterKey, member, which.book, 'see');
  const { effectiveOn, knownAt, instant } = momentsOf(which, now);
  const found = await versionAsOf(db, open, { effective_on: effectiveOn, known_at: knownAt });
  const contents = found?.contents ?? emptyContents(open);
  const positions = valuedPositions(contents, contents.measure);
  const names = namesOf(positions);
  const providers = names.flatMap(({ provider }) => provider ?? []);
  const scores = await publishedScores(db, providers, instant);
  const { policy } = open.settings;
  const decisions =
    policy === null
      ? null
      : await decideBook(db, reading, {
          workspaceId: member.workspace.id,
          ...{ policy, providers, now, instant, books: { day: effectiveOn, knownAt } },
        });
  const rated = ratedNames(names, scores, decisions);
  const byMeasure = new Map<Measure, readonly ValuedPosition[]>([[contents.measure, positions]]);
  const limits = usesOf(await activeLimits(db, open), {
    measure: contents.measure,
    valued: (measure) => {
      const valued = byMeasure.get(measure) ?? valuedPositions(contents, measure);
      byMeasure.set(measure, valued);
      return valued;
    },
    bandOf: (key) => rated.get(key)!.band,
  });
  return {
    ...{ open, contents, effectiveOn, knownAt, instant, positions, limits, decisions },
    version: found?.version ?? null,
    names: rated,
    total: sumOf(names),
    composite: compositeOf(exposuresOf(rated.values())),
  };
}

export interface PastExposures {
  since: string;
  exposures: Exposure[];
  names: ReadonlyMap<string, RatedName>;
  measure: Measure;
}

/** The exposures of a day before a state, as they were known at that state, at the scores that were published at the end of the day. */
export async function pastExposures(
  { db }: Pick<BookReading, 'db'>,
  { open, knownAt }: Pick<BookState, 'open' | 'knownAt'>,
  since: string,
): Promise<PastExposures> {
  const found = await versionAsOf(db, open, { effective_on: since, known_at: knownAt });
  const contents = found?.contents ?? emptyContents(open);
  const names = namesOf(valuedPositions(contents, contents.measure));
  const providers = names.flatMap(({ provider }) => provider ?? []);
  const scores = await publishedScores(db, providers, endOf(since));
  const rated = ratedNames(names, scores, null);
  return { since, exposures: exposuresOf(rated.values()), names: rated, measure: contents.measure };
}

/** A day of the past is read with the scores of its end, or of the instant until which things were known. */
function momentsOf({ effective_on, known_at }: WhichState, now: number) {
  if (known_at !== undefined && known_at > now) {
    const detail = { place: '/known_at', code: 'future', message: 'must not be later than now' };
    throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
  }
  const knownAt = known_at ?? now;
  const effectiveOn = effective_on ?? civilDate(knownAt);
  requireDay(effectiveOn, 'effective_on');
  const instant = Math.min(endOf(effectiveOn), knownAt);
  return { effectiveOn, knownAt, instant: instant < now ? instant : null };
}

/** The last millisecond of the UTC day. */
export function endOf(day: string): number {
  return Date.parse(`${dayAfter(day, 1)}T00:00:00Z`) - 1;
}

function emptyContents({ settings: { currency, measure } }: OpenBook): BookContents {
  return { format: 'rf-book-1', currency, measure, rates: [], positions: [] };
}

function ratedNames(
  names: readonly BookName[],
  scores: ReadonlyMap<string, Published>,
  decisions: BookDecisions | null,
): Map<string, RatedName> {
  const shares = sharesOf(names.map(({ units }) => units));
  return new Map(
    names.map((name, index): [string, RatedName] => {
      const { key, provider } = name;
      const published = provider === null ? null : (scores.get(provider) ?? null);
      const scored = published?.state === 'scored' ? published : null;
      const decision =
        provider === null ? decisions?.unmatched : (decisions?.byProvider.get(provider) ?? null);
      const rated: RatedName = {
        ...name,
        name: published?.name ?? name.name,
        state: published?.state ?? (provider === null ? 'not_matched' : 'not_scored'),
        ...{ published, score: scored?.score ?? null, share: shares[index]! },
        band: (scored?.band ?? 'none') as BandOrNone,
        decision: decision ?? null,
      };
      return [key, rated];
    }),
  );
}

/** Names without exposure weigh nothing. */
function exposuresOf(names: Iterable<RatedName>): Exposure[] {
  const exposures: Exposure[] = [];
  for (const { key, units, score } of names)
    if (units > 0n) exposures.push({ name: key, exposure: units, score });
  return exposures;
}

export function currentExposures({ names }: BookState): Exposure[] {
  return exposuresOf(names.values());
}
