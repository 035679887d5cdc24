// The providers of the same type that are nearest to one by score, from the current indicators.

import { type SqlBool, sql } from 'kysely';
import type { Queries } from '../../store/store.ts';
import { asServed, type ServedIndicator } from './served.ts';

export interface Peers {
  /** Of all providers of the type. */
  count: number;
  /** Safest first, with the provider itself among them; those with the same score by name and then by id. */
  ranked: { served: ServedIndicator; rank: number }[];
}

/** At most `limit` safer providers, and as many riskier ones. */
export async function peersOf(db: Queries, served: ServedIndicator, limit: number): Promise<Peers> {
  const safer = await ofType(db, served)
    .selectAll()
    .where(isSafer(served))
    .orderBy('final_score', 'asc')
    .orderBy('name', 'desc')
    .orderBy('provider_id', 'desc')
    .limit(limit)
    .execute();
  const riskier = await ofType(db, served)
    .selectAll()
    .where(isRiskier(served))
    .orderBy('final_score', 'desc')
    .orderBy('name', 'asc')
    .orderBy('provider_id', 'asc')
    .limit(limit)
    .execute();
  const inOrder = [...safer.map(asServed).reverse(), served, ...riskier.map(asServed)];
  return {
    count: await countWhere(db, served),
    ranked: await withRanks(db, inOrder),
  };
}

/** The rows are neighbours, so only the first has to be counted. */
async function withRanks(db: Queries, inOrder: readonly ServedIndicator[]): Promise<Peers['ranked']> {
  const first = inOrder[0]!;
  const before = await countWhere(db, first, isSafer(first));
  const ranked: Peers['ranked'] = [];
  for (const [at, served] of inOrder.entries()) {
    const previous = ranked.at(-1);
    const isTie = previous?.served.finalScore === served.finalScore;
    ranked.push({ served, rank: isTie ? previous!.rank : before + at + 1 });
  }
  // Others with the score of the first may come before it.
  const rank = 1 + (await countWhere(db, first, sql<SqlBool>`final_score > ${first.finalScore}`));
  return ranked.map((one) => (one.served.finalScore === first.finalScore ? { ...one, rank } : one));
}

function ofType(db: Queries, { plannerType }: ServedIndicator) {
  return db.selectFrom('served_indicators').where('planner_type', '=', plannerType);
}

type Condition = ReturnType<typeof isSafer>;

async function countWhere(db: Queries, served: ServedIndicator, condition?: Condition): Promise<number> {
  const all = ofType(db, served);
  const { count } = await (condition === undefined ? all : all.where(condition))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function isSafer({ finalScore, name, providerId }: ServedIndicator) {
  // The first comparison lets databases begin at the score in their index.
  return sql<SqlBool>`(final_score >= ${finalScore} and (final_score > ${finalScore}
    or (name, provider_id) < (${name}, ${providerId})))`;
}

function isRiskier({ finalScore, name, providerId }: ServedIndicator) {
  return sql<SqlBool>`(final_score <= ${finalScore} and (final_score < ${finalScore}
    or (name, provider_id) > (${name}, ${providerId})))`;
}
