// What a policy would have decided on past days, at the end of each of them: the same snapshots as decisions of those days would
// have read, without one query for each day.

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  decide,
  type PackageValues,
  type Policy,
  type PolicyDecision,
  type PolicySnapshot,
  packageValues,
} from '@rf-indicators/engine';
import { civilDate, dayAfter } from '../context/times.ts';
import { methodologyByDigest } from '../desk/methodology/signed.ts';
import { readPackages } from '../desk/packages/read-packages.ts';
import { readSteps, type Step } from '../desk/served/steps.ts';
import { inPortions } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { type PastOfProvider, pastAt, readPasts } from './pasts.ts';
import { type BooksInScope, booksOf } from './scope.ts';
import { wholeSecond } from './snapshots.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Days in a row with the same decision by the same rule. */
export interface DecidedPeriod {
  from: string;
  to: string;
  decision: PolicyDecision['decision'];
  decided_by: string | null;
  sentence: string;
}

interface Past {
  steps: readonly Step[];
  values: ReadonlyMap<string, PackageValues>;
  /** By indicator, oldest first: when a run confirmed it, and when that was published. */
  confirmed: ReadonlyMap<string, readonly { as_of: number; published_at: number }[]>;
  reviews: readonly Database['review_marks'][];
  past: PastOfProvider;
}

export interface Span {
  /** The first day, and now. */
  since: string;
  now: number;
}

/**
 * By provider: for each policy, what it would have decided of new exposure, with the books as they are now. Others get their turn
 * between two providers.
 */
export async function decideOnHistory(
  db: Queries,
  policies: readonly Policy[],
  ids: readonly string[],
  { since, now }: Span,
  books: BooksInScope,
): Promise<Map<string, DecidedPeriod[][]>> {
  const decided = new Map<string, DecidedPeriod[][]>();
  for (const portion of inPortions(ids, 20)) {
    const pasts = await readAll(db, portion, Date.parse(`${since}T00:00:00Z`), now);
    for (const id of portion) {
      const inBooks = booksOf(id, books);
      const snapshots = daysOf(since, now).map((day) => {
        const instant = Math.min(Date.parse(`${day}T00:00:00Z`) + DAY - 1000, now);
        const snapshot = { ...snapshotAt(id, pasts.get(id)!, instant), ...inBooks };
        return { day, at: wholeSecond(instant), snapshot };
      });
      decided.set(
        id,
        policies.map((policy) =>
          periodsOf(
            snapshots.map(({ day, at, snapshot }) => ({
              ...decide(policy, snapshot, { at, exposure: 'new' }),
              day,
            })),
          ),
        ),
      );
      await nextTurn();
    }
  }
  return decided;
}

function daysOf(since: string, now: number): string[] {
  const days: string[] = [];
  for (let day = since; day <= civilDate(now); day = dayAfter(day, 1)) days.push(day);
  return days;
}

function periodsOf(days: readonly (PolicyDecision & { day: string })[]): DecidedPeriod[] {
  const periods: DecidedPeriod[] = [];
  for (const { day, decision, decided_by, sentence } of days) {
    const last = periods.at(-1);
    if (last?.decision === decision && last.decided_by === decided_by) last.to = day;
    else periods.push({ from: day, to: day, decision, decided_by, sentence });
  }
  return periods;
}

async function readAll(
  db: Queries,
  ids: readonly string[],
  since: number,
  until: number,
): Promise<Map<string, Past>> {
  const steps = await readSteps(db, ids);
  const inSpan = [...steps.values()].flat().filter((step) => step.until === null || step.until > since);
  const indicators = [...new Set(inSpan.map(({ verificationId }) => verificationId))];
  const values = await valuesOf(db, indicators);
  const confirmed = await confirmationsOf(db, indicators);
  const marks = await db
    .selectFrom('review_marks')
    .selectAll()
    .where('provider_id', 'in', [...ids])
    .orderBy('seq')
    .execute();
  const reviews = Map.groupBy(marks, ({ provider_id }) => provider_id);
  const pasts = await readPasts(db, ids, { since, until });
  return new Map(
    ids.map((id) => [
      id,
      {
        ...{ steps: steps.get(id) ?? [], values, confirmed },
        ...{ reviews: reviews.get(id) ?? [], past: pasts.get(id)! },
      },
    ]),
  );
}

async function valuesOf(db: Queries, ids: readonly string[]): Promise<Map<string, PackageValues>> {
  const found = new Map<string, PackageValues>();
  for (const portion of inPortions(ids, 200)) {
    const rows = await db
      .selectFrom('indicators')
      .select(['verification_id', 'package_hash', 'methodology_digest'])
      .where('verification_id', 'in', portion)
      .execute();
    const packages = await readPackages(
      db,
      rows.map(({ package_hash }) => package_hash),
    );
    for (const { verification_id, package_hash, methodology_digest } of rows) {
      const { methodology } = await methodologyByDigest(db, methodology_digest);
      found.set(verification_id, packageValues(methodology, packages.get(package_hash)!));
    }
    await nextTurn();
  }
  return found;
}

async function confirmationsOf(db: Queries, ids: readonly string[]) {
  const found = new Map<string, { as_of: number; published_at: number }[]>();
  for (const portion of inPortions(ids)) {
    const rows = await db
      .selectFrom('run_items')
      .innerJoin('publications', 'publications.id', 'run_items.publication_id')
      .select(['run_items.base_verification_id as id', 'run_items.as_of', 'publications.published_at'])
      .where('run_items.base_verification_id', 'in', portion)
      .where('run_items.action', '=', 'verify')
      .orderBy('publications.published_at')
      .execute();
    for (const { id, as_of, published_at } of rows)
      found.set(id!, [...(found.get(id!) ?? []), { as_of, published_at }]);
  }
  return found;
}

function snapshotAt(
  provider: string,
  { steps, values, confirmed, reviews, past }: Past,
  instant: number,
): PolicySnapshot {
  const step = steps.findLast(({ from }) => from <= instant);
  if (step === undefined) return { provider, state: 'never_scored' };
  if (step.until !== null && step.until <= instant) return { provider, state: 'withdrawn' };
  const { verificationId, staleReason } = step;
  const first = steps.find((one) => one.verificationId === verificationId)!;
  const confirmation = confirmed.get(verificationId)?.findLast(({ published_at }) => published_at <= instant);
  const review = reviews.findLast(({ marked_at }) => marked_at <= instant);
  return {
    ...values.get(verificationId)!,
    ...pastAt(past, instant),
    provider,
    state: 'scored',
    verified_at: wholeSecond(Math.max(first.from, confirmation?.as_of ?? 0)),
    stale: staleReason !== null,
    stale_from: null,
    withdrawn_from: null,
    under_review: review?.direction ?? 'none',
  };
}
