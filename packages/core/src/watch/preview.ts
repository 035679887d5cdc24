// What a rule would have told since a day: its conditions against the changelog, for the names that it watches today.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import { openBook } from '../books/open-book.ts';
import { requireDay } from '../books/versions.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { civilDate, dayAfter, startOf } from '../context/times.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { inPortions } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';
import { asConditions, type Condition, readConditions } from './conditions.ts';
import { contentsNow, namesInBook, namesOfProviders, type WatchedName } from './names.ts';
import { replay } from './replay.ts';
import { conditionsOf, providersOf } from './rule-rows.ts';
import { readScope, requireRule } from './rules.ts';
import { sightOf } from './sight.ts';

type Preview = DomainAnswerOf<'watch.preview'>;

const MOST_DAYS = 400;
const MOST_TOLD = 500;
/** These depend on what policies, exposures and checks were on every day: too much to read while somebody writes a rule. */
const NOT_SHOWN: readonly Condition['kind'][] = ['decision_changed', 'limit_breached', 'evidence_lapses'];

export async function previewRule(
  { store: { db }, clock }: Context,
  masterKey: MasterKey,
  member: Member,
  { rule, since, ...draft }: DomainInputOf<'watch.preview'>,
): Promise<Preview> {
  requireDay(since, 'since');
  const now = clock();
  if (since < dayAfter(civilDate(now), -MOST_DAYS)) {
    const message = `must be at most ${MOST_DAYS} days ago`;
    throw new Refusal('validation_failed', 'The input is not valid.', [
      { place: '/since', code: 'range', message },
    ]);
  }
  const sight = await sightOf(db, masterKey, member);
  const known = rule === undefined ? null : await requireRule(db, sight, rule);
  const isMoved = draft.book !== undefined || draft.providers !== undefined;
  const scope =
    known !== null && !isMoved
      ? { book_id: known.book_id, providers: providersOf(known) }
      : await readScope(db, sight, draft);
  const given = draft.conditions ?? (known === null ? null : conditionsOf(known));
  if (given === null) {
    const message = 'is missing: name a rule, or the conditions of one';
    throw new Refusal('validation_failed', 'The input is not valid.', [
      { place: '/conditions', code: 'missing', message },
    ]);
  }
  const conditions = asConditions(readConditions(given, { ofBook: scope.book_id !== null }));
  const names =
    scope.book_id === null
      ? await namesOfProviders(db, scope.providers)
      : namesInBook(await contentsNow(db, await openBook(db, masterKey, member, scope.book_id, 'see'), now));
  const told = await toldSince(db, names, conditions, { since: startOf(since), now });
  return {
    ...{ times: told.length, names: names.length },
    not_shown: conditions.flatMap(({ kind }) => (NOT_SHOWN.includes(kind) ? kind : [])),
    data: told.slice(-MOST_TOLD),
  };
}

type Entry = Database['changelog'];

async function toldSince(
  db: Queries,
  names: readonly WatchedName[],
  conditions: readonly Condition[],
  span: { since: number; now: number },
): Promise<Preview['data']> {
  const byProvider = new Map(
    names.flatMap((name) => (name.provider === null ? [] : [[name.provider, name]])),
  );
  const told: Preview['data'] = [];
  for (const portion of inPortions([...byProvider.keys()])) {
    const entries: Entry[] = await db
      .selectFrom('changelog')
      .selectAll()
      .where('provider_id', 'in', portion)
      .where('changed_at', '<=', span.now)
      .orderBy('seq')
      .execute();
    for (const [, some] of Map.groupBy(entries, ({ provider_id }) => provider_id))
      told.push(...replay(some, conditions, span));
  }
  return told.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
}
