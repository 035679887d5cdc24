// Publishes the disclosures of indicators. They are written with an indicator if they differ from those that were last
// published about its provider, so that what stays the same is one leaf of the log, however often the score is renewed.

import type { Disclosures } from '@rf-indicators/contract';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { nextSequence } from '../../context/sequence.ts';
import { civilDate } from '../../context/times.ts';
import { changeTime } from '../../log/change-times.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { refreshServed } from '../served/refresh.ts';
import { committeeFacts } from './committee-facts.ts';
import { type Register, readRegister } from './read-register.ts';

const PROVIDERS_AT_ONCE = 500;

export interface DisclosedIndicator {
  provider_id: string;
  verification_id: string;
  framework_version: string;
}

/** For current indicators, at most one of a provider. Call it once they are written. */
export async function publishDisclosures(
  writes: Writes,
  indicators: readonly DisclosedIndicator[],
  at: number,
): Promise<string[]> {
  const register = await readRegister(writes);
  if (!register.has(null)) return [];
  const factsOf = await committeeFacts(
    writes,
    indicators.map(({ provider_id }) => provider_id),
  );
  const changed: string[] = [];
  let seq = await nextSequence(writes, 'disclosures');
  for (const portion of inPortions(indicators, PROVIDERS_AT_ONCE)) {
    const ids = portion.map(({ provider_id }) => provider_id);
    const published = await lastPublished(writes, ids);
    const rows: Database['disclosures'][] = [];
    for (const { provider_id, verification_id, framework_version } of portion) {
      const { first, last, isIndependent } = factsOf(provider_id);
      const content = canonicalJson({
        ...ofRegister(register, provider_id),
        first_committee: first === null ? null : civilDate(first),
        last_committee: last === null ? null : civilDate(last),
        framework_version,
        independence_rule: isIndependent,
      } satisfies Disclosures as unknown as JsonValue);
      if (published.get(provider_id) === content) continue;
      rows.push({ seq, provider_id, verification_id, content, published_at: at });
      seq += 1;
    }
    await insertAll(writes, 'disclosures', rows);
    changed.push(...rows.map(({ provider_id }) => provider_id));
  }
  return changed;
}

type Registered = Omit<
  Disclosures,
  'first_committee' | 'last_committee' | 'framework_version' | 'independence_rule'
>;

function ofRegister(register: Register, providerId: string): Registered {
  const entry = { ...register.get(null), ...register.get(providerId) };
  return {
    responsible_team: entry.team ?? '',
    solicited: entry.solicited ?? false,
    paid_by_provider: entry.paid ?? false,
    conflicts: entry.conflicts ?? '',
    conflict_handling: entry.handling ?? '',
    sources: entry.sources ?? '',
    framework_limits: entry.limits ?? '',
  };
}

async function lastPublished(db: Queries | Writes, ids: readonly string[]): Promise<Map<string, string>> {
  const newest = db
    .selectFrom('disclosures')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('provider_id', 'in', [...ids])
    .groupBy('provider_id');
  const rows = await db
    .selectFrom('disclosures')
    .select(['provider_id', 'content'])
    .where('seq', 'in', newest)
    .execute();
  return new Map(rows.map(({ provider_id, content }) => [provider_id, content]));
}

/** After a change of the register: for the provider, or for all (`null`). */
export async function publishForAll(
  context: Context,
  writes: Writes,
  providerId: string | null,
): Promise<void> {
  let query = writes
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .select(['indicators.provider_id', 'indicators.verification_id', 'indicators.statement'])
    .orderBy('indicators.provider_id');
  if (providerId !== null) query = query.where('indicators.provider_id', '=', providerId);
  const current = (await query.execute()).map(({ statement, ...row }) => ({
    ...row,
    framework_version: (JSON.parse(statement) as { framework_version: string }).framework_version,
  }));
  const at = await changeTime(writes, context.clock());
  await refreshServed(writes, await publishDisclosures(writes, current, at));
}
