// rf policy evaluate and verify: the exit code is the decision, and nothing that fails a check is one.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type DecisionsDocument,
  decisionsDocument,
  digestOf,
  type EvaluationRequest,
  type Policy,
  type PolicySnapshot,
  parseSignerKey,
  signerKeyFromSeed,
  signFormatted,
  unknownSnapshot,
} from '@rf-indicators/engine';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { programOf, type Ran, runCommand } from './run-command.ts';

const made = await signerKeyFromSeed('policy.example', new Uint8Array(32).fill(3));
const other = await signerKeyFromSeed('policy.example', new Uint8Array(32).fill(4));
const signer = await parseSignerKey(made.signer);

const POLICY: Policy = {
  ...{ format: 'rf-policy-1', name: 'lender', version: 1, scope: 'all', frameworks: ['1.0'] },
  ...{ verified_within_hours: 48, valid_minutes: 15, rules: [], exceptions: [] },
};
const NOW = '2026-06-15T12:00:00Z';
const scored = (provider: string, change: object): PolicySnapshot => ({
  ...{ provider, state: 'scored', verified_at: NOW, framework: '1.0', stale: false },
  ...{ stale_from: null, withdrawn_from: null },
  ...change,
});
const SNAPSHOTS = [scored('sound', {}), scored('stale', { stale: true })];

type Spoil = (document: DecisionsDocument) => object;
let spoil: Spoil = () => ({});
let status = 200;
let last = '';

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const asked = JSON.parse(Buffer.concat(chunks).toString()) as EvaluationRequest;
  const whole = { ...asked, reference: asked.reference ?? null, at: asked.at ?? null };
  const snapshots = asked.providers.map(
    (id) => SNAPSHOTS.find(({ provider }) => provider === id) ?? unknownSnapshot(id),
  );
  const read = await Promise.all(
    snapshots.map(async (snapshot) => ({
      snapshot,
      digest: await digestOf(snapshot),
      verification_id: null,
    })),
  );
  const issue = { decision_id: 'the-call', workspace_id: 'the-workspace', issued_at: NOW };
  const correct = await decisionsDocument(issue, whole, POLICY, read);
  const document = { ...correct, ...spoil(correct) };
  const signed = { document, signature: await signFormatted(document, signer) };
  last = JSON.stringify({ ...signed, policy: POLICY, snapshots });
  const problem = { code: 'not_found', detail: 'The workspace has no active policy lender.', status };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(status === 200 ? signed : problem));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
wholeFile.after(() => server.close());
const env = {
  RF_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  RF_API_KEY: 'a-key',
  RF_VERIFIER_KEY: made.verifier,
};
const program = await programOf('policy');
const run = (...args: string[]): Promise<Ran> => runCommand(program, ['policy', ...args], { env });
const evaluate = (...args: string[]) => run('evaluate', 'lender', ...args);

test('the exit code is the strictest decision', async () => {
  assert.equal((await evaluate('sound')).code, 0);
  assert.equal((await evaluate('sound', 'stale')).code, 3);
  const { code, out } = await evaluate(
    'sound',
    'stale',
    'nobody',
    '--exposure',
    'existing',
    '--reference',
    'order 7',
  );
  assert.equal(code, 4);
  assert.deepEqual(out, [
    'ALLOW   sound  No rule of the policy holds.',
    'REVIEW  stale  The score is stale.',
    'BLOCK   nobody  No provider is known by this id.',
    'Valid until 2026-06-15T12:15:00Z (the-call).',
  ]);
  const json = await evaluate('sound', '--json');
  assert.equal(JSON.parse(json.out.join('\n')).document.providers[0].decision, 'ALLOW');
});

test('a decision for another instant never ends with 0', async () => {
  assert.equal((await evaluate('sound', '--at', NOW)).code, 1);
  assert.equal((await evaluate('nobody', '--at', NOW)).code, 4);
});

test('what fails a check is no decision, and what is absent is BLOCK', async (t) => {
  t.after(() => {
    spoil = () => ({});
  });
  const failing: Spoil[] = [
    () => ({ nonce: 'another-nonce-of-it' }),
    () => ({ exposure: 'existing' }),
    () => ({ hypothetical: true }),
    () => ({ format: 'rf-policy-bundle-1' }),
  ];
  for (spoil of failing) assert.notEqual(await codeOf('sound'), 0);
  spoil = () => ({});
  assert.notEqual(await codeOf('sound', '--pin', other.verifier), 0);
  spoil = () => ({ providers: [] });
  assert.equal(await codeOf('sound'), 4);
  spoil = ({ providers }) => ({ providers: [...providers, ...providers] });
  assert.equal(await codeOf('sound'), 4);
});

test('a refusal is a failure, and so is a command without keys', async (t) => {
  t.after(() => {
    status = 200;
  });
  for (status of [404, 403, 429, 500, 503]) {
    const code = await codeOf('sound');
    assert.ok(![0, 3, 4].includes(code), `${status}: ${code}`);
  }
  await assert.rejects(
    runCommand(program, ['policy', 'evaluate', 'lender', 'sound'], { env: { ...env, RF_VERIFIER_KEY: '' } }),
  );
});

test('a kept call is verified offline, and says what was proved', async () => {
  await evaluate('sound', 'stale');
  const folder = temporaryFolder(wholeFile);
  const file = join(folder, 'call.json');
  writeFileSync(file, last);
  const { code, out } = await run('verify', file, '--key', made.verifier);
  assert.equal(code, 0, out.join('\n'));
  assert.match(out.join('\n'), /^VERIFIED {2}the-call[\s\S]*ok {3}signature[\s\S]*Not proved: the values\./);
  assert.equal((await run('verify', file, '--key', other.verifier)).code, 1);
  writeFileSync(file, last.replace('"REVIEW"', '"ALLOW"'));
  const altered = await run('verify', file, '--key', made.verifier);
  assert.equal(altered.code, 1);
  assert.match(altered.out.join('\n'), /FAIL signature[\s\S]*FAIL decisions/);
  writeFileSync(file, '{}');
  assert.equal((await run('verify', file, '--key', made.verifier)).code, 1);
});

/** Of a command that may also end by throwing what the command line prints. */
async function codeOf(...args: string[]): Promise<number> {
  try {
    return (await evaluate(...args)).code;
  } catch (error) {
    return (error as { code?: number }).code ?? 70;
  }
}
