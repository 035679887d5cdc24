// rf monitor on the real service: quiet through publications, a rotation and a restore; loud at a restore of an older
// backup, and at answers that somebody between the service and the monitor changes. Also with a real witness.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeRequest } from '@rf-indicators/core/accounts/requests';
import { setDisclosures } from '@rf-indicators/core/desk/disclosures/register';
import { startReview } from '@rf-indicators/core/desk/reviews/reviews';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import { masterKeyFile } from '@rf-indicators/core/secrets/master-key';
import {
  openCosignatures,
  parseWitnessKey,
  parseWitnessSigner,
  witnessKeyFromSeed,
} from '@rf-indicators/engine';
import { cases } from '../../../../../test/support/counts.ts';
import { startInProcess } from '../../../../../test/support/in-process.ts';
import { cleanUp, type Lifetime, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { rf } from '../../../../../test/support/rf.ts';
import type { RunningServer } from '../../../../../test/support/server-process.ts';
import { until } from '../../../../../test/support/until.ts';
import {
  DAY,
  enter,
  foundedPlace,
  MINUTE,
  publishNow,
  type World,
} from '../../../../../test/support/world.ts';
import { monitorCommand } from '../../../src/cli/monitor/monitor.ts';
import { parseLogs } from '../../../src/cli/witness/followed-logs.ts';
import { createWitnessServer } from '../../../src/cli/witness/witness-server.ts';
import { WitnessState } from '../../../src/cli/witness/witness-state.ts';
import { collectCosignatures } from '../../../src/workers/background/cosigning.ts';
import { withdraw } from '../../http/newsroom.ts';
import { runCommand } from '../run-command.ts';

const PUBLICATIONS = cases(3, 200);
const ENV = { RF_LIMIT_PUBLIC_SCORES: '1000000', RF_DAILY_RUN: 'off' };

async function watch(url: string, state: string, ...more: string[]) {
  const args = [url, '--once', '--json', '--settle', '0.2', '--state', state, ...more];
  const { code, out } = await runCommand(monitorCommand, args, { env: {} });
  const line = JSON.parse(out.at(-1)!);
  return { code, line, alarms: (line.alarms ?? []).map(({ code }: { code: string }) => code) };
}

const sizeOf = async (url: string) =>
  Number((await (await fetch(`${url}/log/checkpoint`)).text()).split('\n')[1]);

/** A store with twelve published indicators, and the service on it. */
async function smallService(
  t: TestContext,
  more: Record<string, string> = {},
): Promise<World & RunningServer> {
  const { world, location } = await foundedPlace('sqlite', t);
  const { dataDir } = location;
  await publishNow(world);
  const server = await startInProcess(t, { dataDir, demo: false, env: { ...ENV, ...more } });
  return { ...world, ...server };
}

test(`${PUBLICATIONS} publications, a withdrawal, a rotation and a restore are quiet; an older backup is not`, async (t) => {
  const service = await smallService(t);
  const { url, dataDir, desk, people, masterKey, store } = service;
  const state = path.join(temporaryFolder(t), 'state.json');
  const quiet = async (...more: string[]) => {
    const { code, line } = await watch(url, state, ...more);
    assert.equal(code, 0, JSON.stringify(line));
    return line;
  };
  assert.equal((await quiet()).size, await sizeOf(url));
  const folder = temporaryFolder(t);
  const older = path.join(folder, 'older.backup');
  const newer = path.join(folder, 'newer.backup');
  const backUp = async (file: string) =>
    assert.equal((await rf(['backup', file], { env: { RF_DATA_DIR: dataDir } })).code, 0);
  await backUp(older);
  for (let at = 0; at < PUBLICATIONS; at += 1) {
    desk.moveTo(desk.clock() + 10 * MINUTE);
    await enter(service, 'FX-05', 'equity_ratio', `${(at % 40) + 4}.25`);
    await publishNow(service);
    if (at === 1) await rotateSigningKey(desk, people.operator, { masterKey, checkpointFile: null });
    // Not waiting for the service to have read it: a monitor comes at any moment.
    await quiet();
  }
  const { tree_size } = await store.db.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow();
  await until('the newest checkpoint', async () => (await sizeOf(url)) === tree_size);
  assert.equal((await quiet('--recheck', 'all')).size, tree_size);

  await backUp(newer);
  const restored = async (file: string) => {
    const place = temporaryFolder(t);
    copyFileSync(masterKeyFile(dataDir), masterKeyFile(place));
    const { code, stderr } = await rf(['restore', file], { env: { RF_DATA_DIR: place } });
    assert.equal(code, 0, stderr);
    return startInProcess(t, { env: ENV, dataDir: place, demo: false });
  };
  const same = await restored(newer);
  assert.equal((await watch(same.url, state, '--recheck', 'all')).code, 0, 'a restored service goes on');
  const old = await restored(older);
  assert.deepEqual((await watch(old.url, state)).alarms, ['rollback']);

  await withdraw({ ...service, ...people }, service.idOf('FX-05'), 'It closed.');
  await quiet();
});

/** Passes requests on to a service, and changes some of its answers. */
async function startProxy(t: Lifetime, target: string) {
  const changes = new Map<string, (body: Buffer) => string | Buffer>();
  const server = createServer(async (request, response) => {
    const answer = await fetch(target + request.url);
    const body = Buffer.from(await answer.arrayBuffer());
    const change = [...changes].find(([start]) => request.url!.startsWith(start))?.[1];
    response.writeHead(answer.status).end(change && answer.ok ? change(body) : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, changes };
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is changed without regard to its form.
const json = (change: (body: any) => void) => (body: Buffer) => {
  const value = JSON.parse(body.toString());
  change(value);
  return JSON.stringify(value);
};

/** All indicators have disclosures, one is under review, and the log says so. */
async function discloseAndReview({ desk, people, store, idOf, publisher }: World): Promise<void> {
  const { operator: requester, officer: approver } = people;
  const texts = { team: 'The desk', conflicts: 'None.', handling: 'Declared.', sources: 'Public documents.' };
  const disclosures = { ...texts, limits: 'No market prices.', reason: 'The first ones.' };
  await store.transaction(async (writes) => {
    const id = await makeRequest(desk, writes, requester, 'disclosures.set', 'disclosures', disclosures);
    await setDisclosures(desk, writes, { requester, approver }, disclosures, id);
    const until = desk.clock() + 10 * DAY;
    const review = { providerId: idOf('FX-05'), direction: 'up', until, reason: 'A merger.' } as const;
    await startReview(desk, writes, approver, review);
  });
  await sealRecords(desk, publisher);
}

test('answers of the service that are changed on their way are found', async (t) => {
  const service = await smallService(t);
  const { url, desk } = service;
  // The run on the next day confirms what did not change.
  desk.moveTo(desk.clock() + DAY);
  await publishNow(service);
  await discloseAndReview(service);
  const { tree_size } = await service.store.db
    .selectFrom('log_state')
    .select('tree_size')
    .executeTakeFirstOrThrow();
  await until('the newest checkpoint', async () => (await sizeOf(url)) === tree_size);
  const proxy = await startProxy(t, url);
  const state = path.join(temporaryFolder(t), 'state.json');
  assert.equal((await watch(proxy.url, state)).code, 0);
  const size = await sizeOf(url);
  const tampered: [string, string, (body: Buffer) => string | Buffer][] = [
    [
      'score_changed',
      '/api/public/scores',
      json(({ data }) => {
        data[0].final_score += 1;
      }),
    ],
    ['score_changed', '/api/public/scores', json(({ data }) => void data.push(data[0]))],
    ['score_removed', '/api/public/scores', json(({ data }) => void data.shift())],
    [
      'score_not_current',
      '/api/public/scores',
      json(({ data }) => {
        data[0].verification_id = data[1].verification_id;
      }),
    ],
    [
      'statement_changed',
      '/api/public/verify/',
      json(({ statement }) => {
        statement.risk_band = 'LOW!';
      }),
    ],
    ['proof_invalid', '/api/public/verify/', json(({ log }) => void log.inclusion_proof.pop())],
    [
      'rationale_changed',
      '/api/public/changelog',
      json(({ data }) => {
        data.find(({ rationale }: { rationale: unknown }) => rationale !== null).rationale += ' More.';
      }),
    ],
    [
      'rationale_changed',
      '/api/public/verify/',
      json((proof) => {
        proof.rationale = null;
        proof.attachments = proof.attachments.filter(({ kind }: { kind: string }) => kind !== 'rationale');
      }),
    ],
    [
      'disclosures_changed',
      '/api/public/verify/',
      json(({ disclosures }) => {
        disclosures.paid_by_provider = !disclosures.paid_by_provider;
      }),
    ],
    [
      'review_changed',
      '/api/public/scores',
      json(({ data }) => {
        data.find(({ review }: { review: unknown }) => review !== null).review.direction = 'down';
      }),
    ],
    ['keys_differ', '/api/public/keys', json(({ data }) => void data.pop())],
    [
      'confirmation_changed',
      '/api/public/confirmations/',
      json(({ data }) => void data.verification_ids.pop()),
    ],
    ['tiles_differ', '/log/tile/0/', (body) => Buffer.concat([body.subarray(32), body.subarray(0, 32)])],
    ['signature', '/log/checkpoint', (body) => body.toString().replace(`\n${size}\n`, `\n${size + 1}\n`)],
    [
      'leaf_changed',
      '/log/tile/entries/',
      (body) => Buffer.from(body.toString('latin1').replaceAll('MEDIUM', 'LOWEST'), 'latin1'),
    ],
  ];
  for (const [code, start, change] of tampered) {
    proxy.changes.set(start, change);
    const { alarms, line } = await watch(proxy.url, state, '--recheck', 'all', '--grace', '0');
    assert.ok(alarms.includes(code), `${code} expected, not ${JSON.stringify(line.alarms?.slice(0, 3))}`);
    proxy.changes.clear();
  }
  assert.equal((await watch(proxy.url, state, '--recheck', 'all', '--grace', '0')).code, 0);
});

test('a service with a witness serves its cosignatures, and a monitor can require them', async (t) => {
  const { signer, verifier } = await witnessKeyFromSeed('witness.example/w1', new Uint8Array(32).fill(1));
  const absent = (await witnessKeyFromSeed('witness.example/w2', new Uint8Array(32).fill(2))).verifier;
  const RF_WITNESSES = `${verifier} http://127.0.0.1:9, ${absent} http://127.0.0.1:9`;
  const service = await smallService(t, { RF_WITNESSES });
  const { url, store } = service;
  const witnessState = new WitnessState(path.join(temporaryFolder(t), 'witness'));
  cleanUp(t, () => witnessState.close());
  const keys = await store.db.selectFrom('signing_keys').select('public_key').execute();
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

  const state = path.join(temporaryFolder(t), 'state.json');
  const one = ['--witness', verifier];
  assert.equal((await watch(url, state, ...one)).code, 0, 'witnesses have time');
  assert.deepEqual((await watch(url, state, ...one, '--grace', '0')).alarms, ['witnesses_missing']);
  const status = async () =>
    ((await (await fetch(`${url}/api/v1/status`)).json()) as { components: object[] }).components.at(-1);
  assert.deepEqual(await status(), {
    name: 'witnesses',
    status: 'degraded',
    detail: '0 of 2 required witnesses cosigned the newest checkpoint of the log.',
  });

  const key = await parseWitnessKey(verifier);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await collectCosignatures(store, [{ key, url: address }], Date.now);
  const note = async () => (await fetch(`${url}/log/checkpoint`)).text();
  await until('the cosignature', async () => (await openCosignatures(await note(), [key])).length === 1);
  const { code, line } = await watch(url, state, ...one, '--grace', '0');
  assert.deepEqual([code, line.cosigned_by], [0, [key.id]], JSON.stringify(line));
  const both = [...one, '--witness', absent];
  assert.deepEqual((await watch(url, state, ...both, '--grace', '0')).alarms, ['witnesses_missing']);
  assert.equal((await watch(url, state, ...both, '--require', '1', '--grace', '0')).code, 0);

  // The proof of an indicator has the checkpoint of its publication, which was signed before the witness began.
  service.desk.moveTo(service.desk.clock() + DAY);
  await enter(service, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(service);
  await collectCosignatures(store, [{ key, url: address }], Date.now);
  const newest = await store.db
    .selectFrom('indicators')
    .innerJoin('publications', 'publications.id', 'indicators.publication_id')
    .innerJoin('cosignatures', 'cosignatures.tree_size', 'publications.tree_size')
    .select('verification_id')
    .executeTakeFirstOrThrow();
  const page = await (await fetch(`${url}/verify/${newest.verification_id}`)).text();
  assert.match(page, /witness\.example\/w1 cosigned on /);
  assert.match(page, /witness\.example\/w2 has not cosigned this checkpoint/);
});
