// What lies ahead of the names that a member watches: checks that lapse, and withdrawals of what is stale.

import type { Methodology } from '@rf-indicators/engine';
import { civilDate } from '../context/times.ts';
import { factsAsOf } from '../desk/facts/facts.ts';
import { findEffectiveMethodology } from '../desk/methodology/signed.ts';
import { gateIds, gateLabel, gateLapses } from '../desk/publication/gate-lapses.ts';
import { type PublishingPolicy, withdrawnFrom } from '../desk/runs/policy.ts';
import { inPortions } from '../store/bulk.ts';
import type { Queries } from '../store/store.ts';
import { count } from './sentences.ts';

const DAY = 24 * 60 * 60 * 1000;
const NAMES_SHOWN = 5;

/** A check of a provider that lapses, by what is approved now. */
export interface ProviderLapse {
  provider: string;
  at: number;
  check: string;
}

/** In the time until an instant. An approval counts at once, also before the indicator is published again. */
export async function lapsesUntil(
  db: Queries,
  providers: readonly string[],
  now: number,
  until: number,
): Promise<ProviderLapse[]> {
  const effective = await findEffectiveMethodology(db, now);
  if (effective === null) return [];
  const { methodology } = effective;
  const lapses: ProviderLapse[] = [];
  for (const portion of inPortions(providers)) {
    const rows = await db
      .selectFrom('served_indicators')
      .select('provider_id')
      .where('provider_id', 'in', portion)
      .where('stale_from', '<=', until)
      .where('stale_since', 'is', null)
      .execute();
    const ids = rows.map(({ provider_id }) => provider_id);
    const facts = await factsAsOf(db, methodology, ids, now, now, { only: gateIds(methodology) });
    for (const one of facts)
      for (const { id, since } of gateLapses(methodology, one))
        if (since > now && since <= until)
          lapses.push({ provider: one.id, at: since, check: checkLabel(methodology, id) });
  }
  return lapses.sort((a, b) => a.at - b.at);
}

function checkLabel(methodology: Methodology, id: string): string {
  return methodology.criterionById.get(id)?.label ?? gateLabel(id);
}

export interface Ahead {
  /** The UTC day. */
  day: string;
  what: 'lapse' | 'withdrawal';
  checks: string[];
  /** The ids of the providers, sorted. */
  providers: string[];
  names: string[];
}

/** One for each day and set of checks, in the order of the days. */
export async function aheadOf(
  db: Queries,
  policy: PublishingPolicy,
  providers: readonly string[],
  now: number,
  days: number,
): Promise<Ahead[]> {
  const until = now + days * DAY;
  const named = new Map<string, string>();
  const withdrawals: { provider: string; day: string }[] = [];
  for (const portion of inPortions(providers)) {
    const rows = await db
      .selectFrom('served_indicators')
      .select(['provider_id', 'name', 'stale_since'])
      .where('provider_id', 'in', portion)
      .execute();
    for (const { provider_id, name, stale_since } of rows) {
      named.set(provider_id, name);
      if (stale_since === null) continue;
      const at = withdrawnFrom(stale_since, policy);
      if (at > now && at <= until) withdrawals.push({ provider: provider_id, day: civilDate(at) });
    }
  }
  const lapses = await lapsesUntil(db, providers, now, until);
  const ofProvider = Map.groupBy(lapses, ({ provider, at }) => `${civilDate(at)} ${provider}`);
  const groups = Map.groupBy([...ofProvider.values()], (some) => {
    const checks = some.map(({ check }) => check).sort();
    return JSON.stringify([civilDate(some[0]!.at), checks]);
  });
  const of = (ids: readonly string[]) => {
    const sorted = ids.toSorted();
    return { providers: sorted, names: sorted.map((id) => named.get(id) ?? id) };
  };
  const ahead: Ahead[] = [...groups].map(([key, some]) => {
    const [day, checks] = JSON.parse(key) as [string, string[]];
    return { day, what: 'lapse', checks, ...of(some.map(([first]) => first!.provider)) };
  });
  for (const [day, some] of Map.groupBy(withdrawals, (one) => one.day))
    ahead.push({ day, what: 'withdrawal', checks: [], ...of(some.map(({ provider }) => provider)) });
  return ahead.sort((a, b) => (a.day === b.day ? (a.what < b.what ? -1 : 1) : a.day < b.day ? -1 : 1));
}

export function aheadText({ what, checks, names }: Ahead): string {
  const [first, ...others] = names;
  const who =
    others.length === 0
      ? first!
      : names.length <= NAMES_SHOWN
        ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
        : count(names.length, 'name');
  if (what === 'withdrawal') return `${who} ${names.length === 1 ? 'is' : 'are'} withdrawn`;
  const lapse = checks.length === 1 ? 'lapses' : 'lapse';
  return `${who}: ${checks.join(', ')} ${lapse}`;
}
