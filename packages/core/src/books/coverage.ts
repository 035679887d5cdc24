// Names of a book without a score, and the request to score them. It is the only way in which names leave a book.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import {
  type CoverageRequest,
  coverageRequestsOf,
  writeCoverageRequests,
} from '../desk/market/coverage-requests.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import { fold } from '../store/fold.ts';
import { moveTopic } from '../store/topics.ts';
import { formatAmount } from './figures/amounts.ts';
import { openBook } from './open-book.ts';
import { compareSize } from './show.ts';
import { type BookReading, type RatedName, readState } from './state.ts';
import { newestNumber } from './versions.ts';

type Coverage = DomainAnswerOf<'books.coverage'>;
type LeftOut = DomainAnswerOf<'books.request_scores'>['left_out'][number];

const STATUS = {
  received: 'received',
  accepted: 'in_progress',
  scored: 'scored',
  declined: 'declined',
} as const;

export async function showCoverage(reading: BookReading, member: Member, book: string): Promise<Coverage> {
  const { db } = reading;
  const names = [...(await readState(reading, member, { book })).names.values()].sort(compareSize);
  const keys = names.map(({ name }) => fold(name));
  const requests = await coverageRequestsOf(db, member.workspace.id, keys);
  const people = await namesOfMembers(db, member.workspace.id);
  const rows = names.flatMap((name) => {
    const request = requests.get(fold(name.name));
    return name.score === null || request !== undefined ? rowOf(name, request, people) : [];
  });
  return {
    unscored: names.filter(({ score }) => score === null).length,
    not_requested: rows.filter(({ status }) => status === 'not_requested').length,
    data: rows,
  };
}

function rowOf(
  { name, provider, units, score }: RatedName,
  request: CoverageRequest | undefined,
  people: ReadonlyMap<string | null, string>,
): Coverage['data'][number] {
  const asked = request === undefined ? 'not_requested' : STATUS[request.status];
  return {
    ...{ name, provider, exposure: formatAmount(units), status: score === null ? asked : 'scored' },
    requested_at: request?.requested_at ?? null,
    requested_by_name: request === undefined ? null : people.get(request.requested_by)!,
    ...{ decided_at: request?.decided_at ?? null, expected_on: request?.expected_on ?? null },
    slug: request?.slug ?? null,
  };
}

/** The book is read before the transaction, because others wait for that, and may not change until it is recorded what left it. */
export async function requestScores(
  context: Context,
  reading: BookReading,
  member: Member,
  { book, names: given }: DomainInputOf<'books.request_scores'>,
): Promise<DomainAnswerOf<'books.request_scores'>> {
  const read = await newestNumber(reading.db, book);
  const { names } = await readState(reading, member, { book });
  const inBook = Map.groupBy(names.values(), ({ name }) => fold(name));
  const wanted = given ?? [...names.values()].filter(isUnscored).map(({ name }) => name);
  const byKey = new Map(wanted.map((name) => [fold(name), name]));
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.request_scores');
    // First: of two workspaces that ask for a name at once, the second finds the request of the first.
    await moveTopic(writes, 'access');
    await moveTopic(writes, 'desk');
    await openBook(writes, reading.masterKey, acting, book, 'edit');
    if ((await newestNumber(writes, book)) !== read)
      throw new Refusal('conflict', 'Somebody saved another version meanwhile. Request the scores again.');
    const before = await coverageRequestsOf(writes, acting.workspace.id, [...byKey.keys()]);
    const requested: string[] = [];
    const leftOut: LeftOut[] = [];
    for (const [key, text] of byKey) {
      const found = inBook.get(key);
      const unscored = found?.find(isUnscored);
      if (found === undefined) leftOut.push({ name: text, why: 'not_in_book' });
      else if (unscored === undefined) leftOut.push({ name: text, why: 'has_score' });
      else if (before.has(key)) leftOut.push({ name: unscored.name, why: 'requested_before' });
      else requested.push(unscored.name);
    }
    if (requested.length === 0) throw new Refusal('conflict', nothingLeft(leftOut));
    const by = { workspace: acting.workspace.id, person: acting.id };
    await writeCoverageRequests(context, writes, by, requested);
    const action = 'book.scores_requested';
    await recordAct(context, writes, acting, action, subjectOf(acting.workspace), null, { book });
    return { requested, left_out: leftOut };
  });
}

const isUnscored = ({ score }: RatedName) => score === null;

function nothingLeft(leftOut: readonly LeftOut[]): string {
  if (leftOut.length === 0) return 'Every name of the book has a score: there is nothing to request.';
  return 'There is nothing to request: each of these names has a score, was requested before or is not in the book. rf books coverage shows their status.';
}
