// GET /api/v1/issuances: upcoming issuances, with the issuer's current score, band and date if it has one.

import type { Issuance, IssuanceList } from '@rf-indicators/contract';
import { issuanceIdentifiers } from '@rf-indicators/core/desk/market/issuance-record';
import { listIssuances as readIssuances } from '@rf-indicators/core/desk/market/list-issuances';
import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { instant, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { decimalOrNull, hundredthsOrNull } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { readNumberCursor, writeNumberCursor } from '../../http/read-parameters.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';

const CURSOR = 'issuances';

export async function listIssuances(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { status, type, cursor, limit } = parameters;
  const start = cursor === undefined ? 0 : readNumberCursor(CURSOR, String(cursor));
  if (start === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const all = await readIssuances(reading.db, {
    statuses: status === undefined ? ['ANNOUNCED', 'PRICING'] : [status as Issuance['status']],
    ...(type === undefined ? {} : { type: type as Issuance['type'] }),
  });
  const end = limit === undefined ? all.length : start + Number(limit);
  const page = all.slice(start, end);
  const lastModified = Math.max(await lastUpdate(reading), await lastServedChange(reading.db));
  const scores = await scoresOf(reading, page);
  const data = page.map((row): Issuance => {
    const score = row.provider_id === null ? undefined : scores.get(row.provider_id);
    return {
      id: row.id,
      issuer_name: row.issuer_name,
      provider_id: row.provider_id,
      final_score: hundredthsOrNull(score?.finalScore ?? null),
      risk_band: (score?.riskBand ?? null) as Issuance['risk_band'],
      scored_at: score === undefined ? null : offsetInstant(score.asOf),
      stale: score === undefined ? null : score.staleReason !== null,
      name: row.name,
      ticker: row.ticker,
      identifiers: issuanceIdentifiers(row),
      type: row.type,
      status: row.status as Issuance['status'],
      currency: row.currency,
      amount: decimalOrNull(row.amount),
      coupon_rate: decimalOrNull(row.coupon_rate),
      price: decimalOrNull(row.price),
      announced_on: row.announced_on,
      pricing_on: row.pricing_on,
      settles_on: row.settles_on,
      source_url: row.source_url,
      updated_at: instant(row.updated_at),
    };
  });
  const list: IssuanceList = {
    data,
    next_cursor: end < all.length ? writeNumberCursor(CURSOR, end) : null,
    limitations_disclosure: reading.disclosure,
  };
  return { content: JSON.stringify(list), lastModified };
}

/** By provider id. */
async function scoresOf(
  { db }: Reading,
  issuances: readonly { provider_id: string | null }[],
): Promise<Map<string, ServedIndicator>> {
  const ids = [...new Set(issuances.flatMap(({ provider_id }) => provider_id ?? []))];
  const served = ids.length === 0 ? [] : await currentIndicators(db, ids);
  return new Map(served.map((one) => [one.providerId, one]));
}

/** The latest update of any issuance, because an issuance can leave a filtered list when its status changes. */
async function lastUpdate({ db }: Reading): Promise<number> {
  const { at } = await db
    .selectFrom('issuances')
    .select(({ fn }) => fn.max('updated_at').as('at'))
    .executeTakeFirstOrThrow();
  return at ?? 0;
}
