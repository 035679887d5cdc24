// Stores at 0030-compatible-versions, from before tables had definitions, are opened, verified, written to and backed up.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { factsAsOf } from '@rf-indicators/core/desk/facts/facts';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { decide } from '@rf-indicators/core/desk/inputs/decisions';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { readPackages } from '@rf-indicators/core/desk/packages/read-packages';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { computeRun } from '@rf-indicators/core/desk/runs/run';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { prepareAppend, writeAppend } from '@rf-indicators/core/log/store';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { rowsIn } from '@rf-indicators/core/store/backup-format';
import { migrate, requireUsable } from '@rf-indicators/core/store/migrate';
import { restoreBackup } from '@rf-indicators/core/store/restore';
import { planMigrations } from '@rf-indicators/core/store/shared-migration';
import type { Store, StoreLocation } from '@rf-indicators/core/store/store';
import { canonicalJson } from '@rf-indicators/engine';
import { sql } from 'kysely';
import { decideDraft } from '../../../../test/support/deciding.ts';
import { fictionalEvidence, type SimulatedDesk, simulatedDesk } from '../../../../test/support/demo-parts.ts';
import { dropTriggers } from '../../../../test/support/desk-fixture.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { makeTooOld, recordUnknownMigration } from '../../../../test/support/migration-records.ts';
import {
  HISTORY_ENDS,
  openMigrated,
  STORE_0030_KEY,
  storeWithEveryAct,
  storeWithHistory,
} from '../../../../test/support/store-0030.ts';
import {
  emptyStore,
  locationFrom,
  onEachStore,
  onEitherStore,
  STORE_KINDS,
} from '../../../../test/support/stores.ts';
import { MIGRATED } from '../../../../test/support/templates.ts';
import { methodology } from '../../../../test/support/world.ts';

const MASTER_KEY = readMasterKey('', STORE_0030_KEY);

/** The stores were made as demos before demos had a mark, so they are stores like any other. */
async function peopleOf({ db }: Store) {
  const staff = await listStaff(db);
  const named = (name: string) => staff.find((one) => one.name === name)!;
  return {
    operator: named('Demo Operator'),
    analyst: named('Demo Analyst'),
    reviewer: named('Demo Reviewer'),
  };
}

async function publish(desk: SimulatedDesk): Promise<string> {
  const { operator } = await peopleOf(desk.store);
  const publisher = { masterKey: MASTER_KEY, policy: DEFAULT_POLICY, checkpointFile: null };
  const runId = await computeRun(desk, operator, { kind: 'manual', asOf: desk.clock() });
  await decideDraft(desk, runId);
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

/** Facts without evidence stay until they have some. */
async function publishOn(store: Store): Promise<void> {
  const before = await current(store);
  const desk = simulatedDesk(store, HISTORY_ENDS);
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
  desk.moveTo(HISTORY_ENDS + HOUR);
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
  const desk = simulatedDesk(store, HISTORY_ENDS + 2 * HOUR);
  const { analyst, reviewer } = await peopleOf(store);
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
  const ofMarket = fictionalEvidence('Policy rate', '2026-09-23', 'B', 'market rate');
  const rate = await propose({
    ...{ currency: 'USD', input: 'reference_rate', value: '3.75' },
    evidence: ofMarket,
  });
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
  const at = new Date(HISTORY_ENDS).toISOString();
  const leaf = canonicalJson({ at, leaf: 'baseline', tables: { withdrawals }, version: 1 });
  const signer = await currentSigner(store.db, MASTER_KEY);
  const append = await prepareAppend(store.db, [{ kind: 'baseline', leaf }], [signer]);
  await store.transaction((writes) => writeAppend(writes, append, HISTORY_ENDS));
}

onEitherStore('a store with a history is published on and verified', async (kind, t) => {
  const store = await openMigrated(await storeWithHistory(kind, t), t);
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
  assert.deepEqual(findings.map(({ problem }) => problem).sort(), [
    'covers rows that have changed since, in withdrawals',
    'does not say what its indicator says',
    'has another withdrawal than the one on record',
    'is not what was recorded: somebody changed it',
    'is not what was recorded: somebody changed it',
    'tells of a withdrawal that is not on record',
  ]);
});

onEachStore(
  'a store of the former migrations verifies, takes an act, and its backup restores into a new store',
  async (kind, t) => {
    const location = await storeWithEveryAct(kind, t);
    const store = await openMigrated(location, t);
    assert.deepEqual((await verifyAll(store.db)).findings, []);
    const { operator } = await peopleOf(store);
    const desk = simulatedDesk(store, Date.now());
    await createWorkspace(desk, operator, MASTER_KEY, { name: 'Created after the upgrade', tier: 'FREE' });
    assert.deepEqual((await verifyAll(store.db)).findings, []);

    const folder = temporaryFolder(t);
    const key = Buffer.alloc(32, 5);
    const backUp = (from: StoreLocation, name: string) =>
      writeBackup(from, path.join(folder, name), { createdAt: new Date(0), key });
    const { footer } = await backUp(location, 'first');
    for (const other of STORE_KINDS) {
      const place = await locationFrom(MIGRATED, other, t);
      const restored = await openMigrated(place, t);
      await restoreBackup(restored, path.join(folder, 'first'), {
        key,
        rows: rowsIn(footer.rows),
        check: async () => undefined,
      });
      assert.deepEqual((await verifyAll(restored.db)).findings, [], other);
      // Sessions are not restored.
      if (footer.rows.user_sessions! + footer.rows.user_verifications! === 0)
        assert.equal((await backUp(place, other)).footer.content_sha256, footer.content_sha256, other);
    }
  },
);

onEachStore('a store that is older is refused, with the commit that can migrate it', async (kind, t) => {
  const store = await emptyStore(kind, t);
  await makeTooOld(store.db);
  const refused = {
    name: 'StoreError',
    message:
      /^The store is too old for this version of rf: its newest migration is 0029-nodes\. Open it first with the version at commit [0-9a-f]{40}/,
  };
  await assert.rejects(migrate(store.db, kind), refused);
  await assert.rejects(requireUsable(store.db), refused);
  await assert.rejects(planMigrations(store.db, kind), refused);
});

onEachStore('a store of a newer version is refused in plain words', async (kind, t) => {
  const store = await emptyStore(kind, t);
  await recordUnknownMigration(store.db);
  const message = /^The store belongs to a newer version of rf: .*\(9999-unknown\)\. Use the newer version/;
  await assert.rejects(migrate(store.db, kind), { name: 'StoreError', message });
});
