// Somebody who has the database and the master key can do everything, alone. What they do verifies, and only what others keep
// elsewhere shows a history that was rewritten: a checkpoint, a monitor, a witness, an export.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { catchUpCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { createToken } from '@rf-indicators/core/secrets/tokens';
import type { StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { parseWitnessKey, parseWitnessSigner, witnessKeyFromSeed } from '@rf-indicators/engine';
import { decideDraft } from '../../../../../test/support/deciding.ts';
import { startInProcess } from '../../../../../test/support/in-process.ts';
import { cleanUp, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { STORE_KINDS } from '../../../../../test/support/stores.ts';
import {
  DAY,
  draft,
  enter,
  foundedPlace,
  publishedPlace,
  publishNow,
  type World,
} from '../../../../../test/support/world.ts';
import { exportCommand } from '../../../src/cli/export/export.ts';
import { monitorCommand } from '../../../src/cli/monitor/monitor.ts';
import { verifyCommand } from '../../../src/cli/verify/verify.ts';
import { parseLogs } from '../../../src/cli/witness/followed-logs.ts';
import { createWitnessServer } from '../../../src/cli/witness/witness-server.ts';
import { WitnessState } from '../../../src/cli/witness/witness-state.ts';
import { collectCosignatures } from '../../../src/workers/background/cosigning.ts';
import { envOf, runCommand } from '../run-command.ts';

const ENV = { RF_LIMIT_PUBLIC_SCORES: '1000000', RF_DAILY_RUN: 'off', RF_BASE_URL: '' };

interface Place {
  world: World;
  location: StoreLocation;
}

const findings = async ({ store }: World, checkpoints: string[] = []) =>
  (await verifyAll(store.db, { checkpoints })).findings.map(({ record, problem }) => `${record}: ${problem}`);

async function newestNote({ store }: World): Promise<string> {
  const newest = store.db.selectFrom('checkpoints').select('note').orderBy('tree_size', 'desc').limit(1);
  return (await newest.executeTakeFirstOrThrow()).note;
}

/** What happened: the value of one provider, published. */
async function live(world: World, value: string): Promise<void> {
  await enter(world, 'FX-05', 'equity_ratio', value);
  await publishNow(world);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-01', 'key_quorum', '3');
  await publishNow(world);
  await sealRecords(world.desk, world.publisher);
}

/**
 * Two stores with the same beginning and the same keys: what happened, and what somebody with the database and the master key
 * put in its place. They have the keys of everybody, so the second history is as genuine as the first.
 */
async function twoHistories(kind: StoreKind, t: TestContext): Promise<{ genuine: Place; forged: Place }> {
  const genuine = await foundedPlace(kind, t);
  const forged = await foundedPlace(kind, t);
  await live(genuine.world, '4.00');
  await live(forged.world, '40.00');
  // Longer than the genuine one, so that it does not look like a restored backup.
  await live(forged.world, '41.00');
  return { genuine, forged };
}

function served(t: TestContext, { location }: Place, more: Record<string, string> = {}) {
  const { dataDir, databaseUrl } = location;
  const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  return startInProcess(t, { dataDir, demo: false, env: { ...ENV, ...database, ...more } });
}

async function watch(url: string, state: string, ...more: string[]) {
  const args = [url, '--once', '--json', '--settle', '0.2', '--state', state, ...more];
  const { out } = await runCommand(monitorCommand, args, { env: {} });
  const line = JSON.parse(out.at(-1)!);
  return (line.alarms ?? []).map(({ code }: { code: string }) => code);
}

for (const kind of STORE_KINDS) {
  test(`rows that are written with the master key grant everything, and verify (${kind})`, async (t) => {
    const place = await publishedPlace(kind, t);
    const { world } = place;
    const { desk, store, people, publisher } = world;
    await sealRecords(desk, publisher);
    const note = await newestNote(world);
    const { url } = await served(t, place);
    const state = path.join(temporaryFolder(t), 'state.json');
    assert.deepEqual(await watch(url, state), []);
    // A token in the name of the reviewer, and with it the approval of a draft.
    const { token, hash, prefix } = createToken('rf_staff_');
    const at = desk.clock();
    await store.transaction((writes) =>
      writes
        .insertInto('staff_tokens')
        .values({
          ...{ token_hash: hash, staff_id: people.reviewer.id, prefix, created_at: at, revoked_at: null },
          ...{ confirmed_at: at, last_used_at: null },
        })
        .execute(),
    );
    await authenticate(desk, token);
    desk.moveTo(at + DAY);
    await enter(world, 'FX-05', 'equity_ratio', '40.00');
    const run = await draft(world);
    await decideDraft(desk, run);
    await publishRun(desk, people.operator, run, publisher);
    await sealRecords(desk, publisher);
    assert.deepEqual(await findings(world, [note]), [], 'not even an older checkpoint shows it');
    assert.deepEqual(await watch(url, state, '--recheck', 'all'), [], 'it is public, like any publication');
  });

  test(`a history that is written anew with both verifies; what is kept elsewhere shows it (${kind})`, async (t) => {
    const { genuine, forged } = await twoHistories(kind, t);
    assert.deepEqual(await findings(genuine.world), []);
    assert.deepEqual(await findings(forged.world), [], 'it verifies by itself');

    // A checkpoint that is kept on another machine.
    const note = await newestNote(genuine.world);
    assert.match((await findings(forged.world, [note])).join('\n'), /^log: /m);
    const checkpointFile = path.join(temporaryFolder(t), 'checkpoints');
    await catchUpCheckpointFile(genuine.world.store.db, checkpointFile);
    const { desk, people, publisher } = forged.world;
    const run = await draft(forged.world);
    await assert.rejects(
      publishRun(desk, people.operator, run, { ...publisher, checkpointFile }),
      /contradicts the signed checkpoint/,
    );

    // A monitor that was there before; one that begins afterwards has nothing to compare with.
    const before = await served(t, genuine);
    const state = path.join(temporaryFolder(t), 'state.json');
    assert.deepEqual(await watch(before.url, state), []);
    const after = await served(t, forged);
    assert.deepEqual(await watch(after.url, state), ['fork']);
    assert.deepEqual(await watch(after.url, path.join(temporaryFolder(t), 'new.json')), []);
  });

  test(`a witness does not cosign a history that was written anew (${kind})`, async (t) => {
    const { genuine, forged } = await twoHistories(kind, t);
    const { signer, verifier } = await witnessKeyFromSeed('witness.example/w1', new Uint8Array(32).fill(1));
    const witnessState = new WitnessState(path.join(temporaryFolder(t), 'witness'));
    cleanUp(t, () => witnessState.close());
    const keys = await genuine.world.store.db.selectFrom('signing_keys').select('public_key').execute();
    const server = createWitnessServer(
      {
        signer: await parseWitnessSigner(signer),
        logs: await parseLogs(keys.map(({ public_key }) => public_key).join('\n')),
        state: witnessState,
        clock: Date.now,
      },
      (error) => assert.fail(String(error)),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp(t, () => {
      server.closeAllConnections();
      server.close();
    });
    const witness = {
      key: await parseWitnessKey(verifier),
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    await collectCosignatures(genuine.world.store, [witness], Date.now);
    const cosigned = ({ store }: World) => store.db.selectFrom('cosignatures').select('tree_size').execute();
    assert.equal((await cosigned(genuine.world)).length, 1);
    await assert.rejects(collectCosignatures(forged.world.store, [witness], Date.now), /did not cosign/);
    assert.deepEqual(await cosigned(forged.world), []);
    // Whoever requires the witness sees at once that it is missing, without any state of their own.
    const { url } = await served(t, forged, { RF_WITNESSES: `${verifier} http://127.0.0.1:9` });
    const state = path.join(temporaryFolder(t), 'state.json');
    assert.deepEqual(await watch(url, state, '--witness', verifier, '--grace', '0'), ['witnesses_missing']);
  });

  test(`an export keeps the history that it was made of (${kind})`, async (t) => {
    const { genuine, forged } = await twoHistories(kind, t);
    const { public_key: key } = await genuine.world.store.db
      .selectFrom('signing_keys')
      .select('public_key')
      .executeTakeFirstOrThrow();
    const exported = async ({ world, location }: Place, folder: string) => {
      const env = { ...envOf(location), RF_BASE_URL: 'https://indicators.example' };
      const now = world.desk.clock();
      return runCommand(exportCommand, ['--static', folder, '--json'], { env, now });
    };
    const verify = async (folder: string) =>
      (await runCommand(verifyCommand, ['--offline', folder, '--key', key, '--json'], { env: {} })).code;
    const older = path.join(temporaryFolder(t), 'older');
    const newer = path.join(temporaryFolder(t), 'newer');
    assert.equal((await exported(genuine, older)).code, 0);
    assert.equal((await exported(forged, newer)).code, 0);
    assert.deepEqual([await verify(older), await verify(newer)], [0, 0], 'each verifies by itself');
    const note = readFileSync(path.join(older, 'log', 'checkpoint'), 'utf8');
    assert.match((await findings(forged.world, [note])).join('\n'), /^log: /m, 'its checkpoint shows it');
    const statements = (folder: string) => readFileSync(path.join(folder, 'log', 'checkpoint'), 'utf8');
    assert.notEqual(statements(older), statements(newer));
  });
}
