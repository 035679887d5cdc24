// A store with history, made by the version before facts needed evidence, is migrated, verified and published on.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { factsAsOf } from '@rf-indicators/core/desk/inputs/facts';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { currentSigner } from '@rf-indicators/core/desk/log/current-signer';
import { prepareAppend, writeAppend } from '@rf-indicators/core/desk/log/store';
import { verifyAll } from '@rf-indicators/core/desk/log/verify-all';
import { readPackages } from '@rf-indicators/core/desk/packages/read';
import { approveRun } from '@rf-indicators/core/desk/publication/approvals';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';
import { migrate } from '@rf-indicators/core/store/migrate';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import { canonicalJson } from '@rf-indicators/engine';
import { sql } from 'kysely';
import {
  fictionalEvidence,
  knownPeople,
  type SimulatedDesk,
  simulatedDesk,
} from '../../../../test/support/demo-parts.ts';
import { dropTriggers } from '../../../../test/support/desk-fixture.ts';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { OLDER_STORE_ENDS, OLDER_STORE_KEY, olderStore } from '../../../../test/support/older-store.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { methodology } from '../../../../test/support/world.ts';

const MASTER_KEY = readMasterKey('', OLDER_STORE_KEY);

async function migrated(kind: StoreKind, t: TestContext): Promise<Store> {
  const store = await connectStore(await olderStore(kind, t));
  await migrate(store.db, kind);
  cleanUp(t, () => store.close());
  return store;
}

async function publish(desk: SimulatedDesk): Promise<string> {
  const { operator, reviewer } = (await knownPeople(desk.store))!;
  const publisher = { masterKey: MASTER_KEY, policy: DEFAULT_POLICY, checkpointFile: null };
  const runId = await computeRun(desk, operator, { kind: 'manual', asOf: desk.clock() });
  await approveRun(desk, reviewer, runId);
  await publishRun(desk, operator, runId, publisher);
  return runId;
}

async function current(store: Store) {
  const rows = await store.db
    .selectFrom('provider_states')
    .innerJoin('indicators', 'indicators.verification_id', 'provider_states.verification_id')
    .selectAll('indicators')
    .orderBy('indicators.provider_id')
    .execute();
  const packages = await readPackages(
    store.db,
    rows.map(({ package_hash }) => package_hash),
  );
  return rows.map((row) => ({ ...row, package: packages.get(row.package_hash)! }));
}

const HOUR = 60 * 60 * 1000;

/** Publications got the kind that the changelog tells, and endpoints that took all types take the new ones. */
async function requireKindsAndTypes({ db, kind }: Store): Promise<void> {
  const kinds = await db
    .selectFrom('indicators')
    .leftJoin('changelog', (join) =>
      join
        .onRef('changelog.verification_id', '=', 'indicators.verification_id')
        .on('changelog.kind', '<>', 'withdrawal'),
    )
    .select(['indicators.kind', 'changelog.kind as told', 'indicators.renews', 'indicators.supersedes'])
    .execute();
  for (const row of kinds) {
    assert.equal(row.kind, row.told ?? 'renewal');
    if (row.kind !== 'renewal') assert.equal(row.renews, null);
  }
  const endpoints = await db.selectFrom('webhook_endpoints').select(['id', 'event_types']).execute();
  const types = new Map(endpoints.map(({ id, event_types }) => [id, JSON.parse(event_types) as string[]]));
  assert.ok(types.get('e-all')!.includes('score.stale') && types.get('e-all')!.includes('score.reinstated'));
  assert.ok(!types.get('e-all')!.includes('score.renewed'), 'opt-in types stay a choice');
  assert.deepEqual(types.get('e-bands'), ['band.changed']);
  if (kind === 'sqlite') {
    const { rows } = await sql`pragma foreign_key_check`.execute(db);
    assert.deepEqual(rows, []);
  }
}

/** Facts without evidence stay until they have some. */
async function publishOn(store: Store): Promise<void> {
  const before = await current(store);
  const desk = simulatedDesk(store, OLDER_STORE_ENDS);
  await publish(desk);
  const after = await current(store);
  assert.deepEqual(
    after.map(({ provider_id }) => provider_id),
    before.map(({ provider_id }) => provider_id),
    'nothing that was withdrawn came back',
  );
  for (const [index, { package: content, supersedes, kind: what }] of after.entries()) {
    assert.equal(supersedes, before[index]!.verification_id);
    assert.ok(['renewal', 'drift', 'score_change', 'band_change'].includes(what), what);
    // What was entered without evidence says so; the spread that was entered stays until its bases have evidence.
    assert.deepEqual(content.facts!.yield_max!.evidence, null);
    assert.ok(content.inputs.yield_spread!.approval!.proposal_id);
  }

  // The next publication confirms what it finds equal.
  desk.moveTo(OLDER_STORE_ENDS + HOUR);
  const runId = await publish(desk);
  const confirmation = await store.db
    .selectFrom('confirmations')
    .select('verification_ids')
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(confirmation.verification_ids).length, after.length);
}

/** A fact with evidence replaces the recorded one, and the spread is derived from it. */
async function replaceFact(store: Store): Promise<void> {
  const desk = simulatedDesk(store, OLDER_STORE_ENDS + 2 * HOUR);
  const { analyst, reviewer } = (await knownPeople(store))!;
  const provider = await store.db
    .selectFrom('providers')
    .selectAll()
    .where('slug', '=', 'brindlewick-vaults')
    .executeTakeFirstOrThrow();
  const evidence = fictionalEvidence('Terms', '2026-09-23', 'B');
  const propose = (...rows: object[]) => proposeInputs(desk, analyst, methodology, asRows(rows));
  const yieldMax = { provider: provider.slug, input: 'yield_max', value: '7.25', evidence };
  const alone = await propose(yieldMax);
  await assert.rejects(
    decide(desk, reviewer, { batchId: alone.batchId }, 'approved', { unopened: true }),
    (error: Error) => {
      assert.match(JSON.stringify(error), /reference rate of USD/);
      return true;
    },
  );
  const rate = await propose({ currency: 'USD', input: 'reference_rate', value: '3.75', evidence });
  await decide(desk, reviewer, { batchId: rate.batchId }, 'approved', { unopened: true });
  await decide(desk, reviewer, { batchId: alone.batchId }, 'approved', { unopened: true });
  const [facts] = await factsAsOf(store.db, methodology, [provider.id], desk.clock(), desk.clock());
  const { value, grade, evidence_date, approval } = facts!.inputs.yield_spread!;
  assert.deepEqual([value, grade, evidence_date], ['3.50', 'B', '2026-09-23']);
  assert.deepEqual(approval, { derived: 'E2', from: ['yield_max', 'reference_rate'] });
}

/** The leaf that a version before the record chain signed for the rows that it had found. */
async function appendBaseline(store: Store): Promise<void> {
  const rows = await store.db
    .selectFrom('withdrawals')
    .selectAll()
    .orderBy('withdrawn_at')
    .orderBy('id')
    .execute();
  const lines = rows.map((row) => `${canonicalJson({ ...row })}\n`).join('');
  const withdrawals = { rows: rows.length, sha256: createHash('sha256').update(lines).digest('hex') };
  const at = new Date(OLDER_STORE_ENDS).toISOString();
  const leaf = canonicalJson({ at, leaf: 'baseline', tables: { withdrawals }, version: 1 });
  const signer = await currentSigner(store.db, MASTER_KEY);
  const append = await prepareAppend(store.db, [{ kind: 'baseline', leaf }], [signer]);
  await store.transaction((writes) => writeAppend(writes, append, OLDER_STORE_ENDS));
}

onEitherStore('a store of the version before is migrated, published on and verified', async (kind, t) => {
  const store = await migrated(kind, t);
  await requireKindsAndTypes(store);
  await publishOn(store);
  await replaceFact(store);
  await appendBaseline(store);
  // With two older public rows changed, that is all that is wrong in the whole store.
  await dropTriggers({ store } as SimulatedDesk, 'changelog');
  await sql`update changelog set new_score = 9999 where seq = (select min(seq) from changelog)`.execute(
    store.db,
  );
  await dropTriggers({ store } as SimulatedDesk, 'withdrawals');
  await sql`update withdrawals set reason = 'no reason'`.execute(store.db);
  const { findings, indicators } = await verifyAll(store.db);
  assert.ok(indicators > 29, 'the history and what was published since');
  assert.deepEqual(
    findings.map(({ problem }) => problem),
    [
      'covers rows that have changed since, in withdrawals',
      'has another withdrawal than the one on record',
      'does not say what its indicator says',
      'tells of a withdrawal that is not on record',
      'is not what was recorded: somebody changed it',
      'is not what was recorded: somebody changed it',
    ],
  );
});
