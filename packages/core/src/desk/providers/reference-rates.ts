// Reference rates: the risk-free rate of each currency, effective from a date until the next recorded one.

import { dayNumber, formatHundredths, parseScaled } from '@rf-indicators/engine';
import { type Actor, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { isCurrency } from './provider-record.ts';

export interface ReferenceRate {
  currency: string;
  effective_on: string;
  /** Percent per year, with two decimals; may be negative. */
  rate: string;
  source: string;
}

export interface EffectiveRate {
  hundredths: number;
  /** null for bitcoin, whose rate is always 0. */
  effective_on: string | null;
}

/** Records a rate, or replaces one that was wrong; proposals keep the rate that they were checked with. */
export async function setReferenceRate(context: Context, actor: Actor, given: ReferenceRate): Promise<void> {
  requireMay(actor, 'providers.set_reference_rate');
  const rate = readRate(given);
  return context.store.transaction(async (writes) => {
    const existing = await writes
      .selectFrom('reference_rates')
      .select(['currency', 'effective_on', 'rate', 'source'])
      .where('currency', '=', rate.currency)
      .where('effective_on', '=', rate.effective_on)
      .executeTakeFirst();
    if (existing?.rate === rate.rate && existing.source === rate.source) return;
    const recorded = { ...rate, recorded_at: context.clock(), recorded_by: actor.id };
    await writes
      .insertInto('reference_rates')
      .values(recorded)
      .onConflict((conflict) => conflict.columns(['currency', 'effective_on']).doUpdateSet(recorded))
      .execute();
    const subject = `rate/${rate.currency}/${rate.effective_on}`;
    await recordAct(context, writes, actor, 'rate.set', subject, existing ?? null, rate);
  });
}

/** The rate in effect on a day; null if none is recorded. Bitcoin has no yield of its own, so its rate is 0. */
export async function referenceRateOn(
  db: Queries | Writes,
  currency: string,
  day: string,
): Promise<EffectiveRate | null> {
  if (currency === 'BTC') return { hundredths: 0, effective_on: null };
  const row = await db
    .selectFrom('reference_rates')
    .select(['rate', 'effective_on'])
    .where('currency', '=', currency)
    .where('effective_on', '<=', day)
    .orderBy('effective_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { hundredths: signedHundredths(row.rate)!, effective_on: row.effective_on } : null;
}

export function listReferenceRates(db: Queries): Promise<ReferenceRate[]> {
  return db
    .selectFrom('reference_rates')
    .select(['currency', 'effective_on', 'rate', 'source'])
    .orderBy('currency')
    .orderBy('effective_on')
    .execute();
}

function readRate({ currency, effective_on, rate, source }: ReferenceRate): ReferenceRate {
  const hundredths = signedHundredths(rate);
  const problems = [
    ...(isCurrency(currency) && currency !== 'BTC'
      ? []
      : [`"${currency}" is not a currency with a reference rate`]),
    ...(typeof dayNumber(effective_on) === 'number'
      ? []
      : [`"${effective_on}" is not a valid date, such as 2026-04-01`]),
    ...(hundredths === null ? [`"${rate}" is not a percentage with at most two decimals`] : []),
    ...(source.trim() === '' ? ['the source is missing'] : []),
  ];
  if (problems.length > 0)
    throw new Refusal('validation_failed', `The rate is not valid: ${problems.join('; ')}.`);
  return { currency, effective_on, rate: formatHundredths(hundredths!), source: source.trim() };
}

function signedHundredths(text: string): number | null {
  if (!text.startsWith('-')) return parseScaled(text, 2);
  const amount = parseScaled(text.slice(1), 2);
  return amount && -amount;
}
