// Lists of current indicators on both stores: the database filters, sorts and pages them as the wire promises.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cases } from '../../../../../test/support/counts.ts';
import { emptyLocation, onEitherStore } from '../../../../../test/support/stores.ts';
import {
  countByBand,
  placeOf,
  type ServedFilter,
  SORTS,
  type Sort,
  selectServed,
} from '../../../src/desk/served/select.ts';
import type { ServedIndicator, ServedRow } from '../../../src/desk/served/served.ts';
import { fold } from '../../../src/store/fold.ts';
import { createStore } from '../../../src/store/open.ts';
import type { Queries } from '../../../src/store/store.ts';

const row = fc
  .record({
    provider_id: fc.uuid(),
    name: fc.stringMatching(/^[aAzZéß😀_%]{1,3}$/u),
    planner_type: fc.constantFrom('btc', 'fiat'),
    risk_band: fc.constantFrom('LOW', 'HIGH'),
    final_score: fc.integer({ min: 0, max: 4 }),
    as_of: fc.integer({ min: 0, max: 3 }),
  })
  .map(
    (given): ServedRow => ({
      ...given,
      ...{ slug: given.provider_id, folded_name: fold(given.name), subtype: 'Lender', contested: '[]' },
      identifiers: null,
      ...{ verification_id: 'v', renews: null, package_hash: 'p', methodology_digest: 'm', published_at: 1 },
      ...{ verified_at: 1, confirmed_by: null, confirmed_at: null, stale_since: null, stale_reason: null },
      ...{ corrected_by: null, previous_id: null, previous_score: null, previous_band: null, changed_at: 1 },
      ...{ review_direction: null, review_since: null, review_until: null, review_reason: null },
      ...{ rationale_seq: null, disclosures_seq: null, next_lapse_at: null, stale_from: null },
    }),
  );
const rows = fc.uniqueArray(row, { selector: ({ provider_id }) => provider_id, maxLength: 12 });
const filters = fc.record({
  plannerType: fc.constantFrom(null, 'btc'),
  riskBand: fc.constantFrom(null, 'LOW'),
  minScore: fc.constantFrom(null, 2),
  namePart: fc.constantFrom('', 'a', '_', '%', 'ss'),
});

function expected(all: readonly ServedRow[], filter: ServedFilter, sort: Sort): string[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const text = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  const ties = (a: ServedRow, b: ServedRow) => text(a.name, b.name) || text(a.provider_id, b.provider_id);
  const key = ({ final_score, as_of }: ServedRow) => (sort.endsWith('final_score') ? final_score : as_of);
  return all
    .filter(
      (one) =>
        (filter.plannerType === null || one.planner_type === filter.plannerType) &&
        (filter.riskBand === null || one.risk_band === filter.riskBand) &&
        (filter.minScore === null || one.final_score >= filter.minScore!) &&
        one.folded_name.includes(filter.namePart!),
    )
    .sort((a, b) => (sort.endsWith('name') ? sign * ties(a, b) : sign * (key(a) - key(b)) || ties(a, b)))
    .map(({ provider_id }) => provider_id);
}

async function paged(db: Queries, filter: ServedFilter, sort: Sort, limit: number): Promise<string[]> {
  const found: ServedIndicator[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last === undefined ? null : placeOf(last, sort);
    const page = await selectServed(db, filter, { sort, limit, after });
    found.push(...page);
    if (page.length < limit) return found.map(({ providerId }) => providerId);
  }
}

onEitherStore('pages put together are the whole list, in any order, with any filter', async (kind, t) => {
  const store = await createStore(await emptyLocation(kind, t));
  t.after(() => store.close());
  const { db } = store;
  await fc.assert(
    fc.asyncProperty(
      ...([rows, filters, fc.constantFrom(...SORTS), fc.integer({ min: 1, max: 5 })] as const),
      async (all, filter, sort, limit) => {
        await db.deleteFrom('served_indicators').execute();
        if (all.length > 0) await db.insertInto('served_indicators').values(all).execute();
        const whole = expected(all, filter, sort);
        assert.deepEqual(await paged(db, filter, sort, limit), whole);
        const offset = limit - 1;
        const rest = await selectServed(db, filter, { sort, limit: 100, offset });
        assert.deepEqual(
          rest.map(({ providerId }) => providerId),
          whole.slice(offset),
        );
        const counts = await countByBand(db, filter);
        assert.equal((counts.get('LOW') ?? 0) + (counts.get('HIGH') ?? 0), whole.length);
      },
    ),
    { numRuns: cases(100, 2000), seed: 20261116 },
  );
});
