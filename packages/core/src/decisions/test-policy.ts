// A policy tried on what was published: what it decides today, what it would have decided on past days, and how another version
// differs.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { bookInScope, decide, type Policy } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import { civilDate, dayAfter } from '../context/times.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import { withdrawnProviders } from '../desk/served/withdrawn.ts';
import { readPolicy } from '../policies/describe.ts';
import { activeVersion, type PolicyVersion, versionByDigest } from '../policies/versions.ts';
import type { Queries } from '../store/store.ts';
import { type DecidedPeriod, decideOnHistory } from './history.ts';
import {
  type BooksInScope,
  booksInScope,
  momentOf,
  namedBy,
  type ReadBookProviders,
  withBooks,
} from './scope.ts';
import { Snapshots, wholeSecond } from './snapshots.ts';

const USUAL_DAYS = 180;
const MOST_DAYS = 400;
/** More would take seconds. */
const MOST_PROVIDERS = 100;

export interface TestRequest {
  name: string;
  version?: number | undefined;
  since?: string | undefined;
}

export type PolicyTest = DomainAnswerOf<'policies.test'>;

export async function testPolicy(
  db: Queries,
  policy: PublishingPolicy,
  workspaceId: string,
  { name, version: number, since }: TestRequest,
  now: number,
  bookProviders: ReadBookProviders,
): Promise<PolicyTest> {
  const tested = await testedVersion(db, workspaceId, name, number);
  const active = await activeVersion(db, workspaceId, name);
  const compared = active === null || active.digest === tested.digest ? null : active;
  const first = since ?? dayAfter(civilDate(now), -USUAL_DAYS);
  requireSpan(first, now);
  const versions = [tested, ...(compared === null ? [] : [compared])];
  const policies = versions.map((one) => one.policy);
  const books = await booksInScope(bookProviders, workspaceId, policies, momentOf(now, now));
  const { providers, hasMore } = await providersOf(db, tested.policy, books);
  const ids = providers.map(({ id }) => id);
  const at = wholeSecond(now);
  const named = await withBooks(await new Snapshots(db, policy).current(ids, now), books);
  const today = named.map(({ snapshot }) => decide(tested.policy, snapshot, { at, exposure: 'new' }));
  const history = await decideOnHistory(db, policies, ids, { since: first, now }, books);
  return {
    ...referenceOf(tested),
    compared_with: compared && referenceOf(compared),
    since: first,
    until: civilDate(now),
    has_more: hasMore,
    book: bookInScope(tested.policy),
    rules: tested.policy.rules.map(({ id, decision, sentence }) => ({
      ...{ id, decision, sentence },
      holds_today: today.filter(({ held }) => held.some(({ rule }) => rule === id)).length,
      decides_today: today.filter(({ decided_by }) => decided_by === id).length,
    })),
    providers: providers.map((provider, index) => {
      const { decision, decided_by, sentence } = today[index]!;
      const [periods, before] = history.get(provider.id)! as [DecidedPeriod[], DecidedPeriod[]?];
      return { ...provider, today: { decision, decided_by, sentence }, periods, compared: before ?? null };
    }),
  };
}

/** The version of this number; the draft, or else the active one, without a number. */
export async function testedVersion(
  db: Queries,
  workspaceId: string,
  name: string,
  version: number | undefined,
): Promise<PolicyVersion> {
  const { shown } = await readPolicy(db, workspaceId, name, version);
  return (await versionByDigest(db, workspaceId, shown.digest))!;
}

export function referenceOf({ name, version, digest, state }: PolicyVersion) {
  return { name, version, digest, state };
}

function requireSpan(since: string, now: number): void {
  if (since <= civilDate(now) && since >= dayAfter(civilDate(now), -MOST_DAYS)) return;
  throw new Refusal(
    'validation_failed',
    `A test begins at most ${MOST_DAYS} days ago, and not later than today.`,
    [{ place: '/since', code: 'out_of_range', message: `must be a day of the last ${MOST_DAYS} days` }],
  );
}

/** All that were ever scored, by name. */
export async function providersOf(db: Queries, policy: Policy, books: BooksInScope) {
  const named = namedBy(policy, books);
  let query = db
    .selectFrom('served_indicators')
    .select(['provider_id as id', 'name', 'slug'])
    .orderBy('name')
    .orderBy('provider_id')
    .limit(MOST_PROVIDERS + 1);
  // PostgreSQL has no empty lists.
  if (named?.length === 0) return { providers: [], hasMore: false };
  if (named !== null) query = query.where('provider_id', 'in', [...named]);
  const withdrawn = await withdrawnProviders(db, named === null ? {} : { providerIds: named });
  const all = [
    ...(await query.execute()),
    ...withdrawn.map(({ providerId: id, name, slug }) => ({ id, name, slug })),
  ].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { providers: all.slice(0, MOST_PROVIDERS), hasMore: all.length > MOST_PROVIDERS };
}
