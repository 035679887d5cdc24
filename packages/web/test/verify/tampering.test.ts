// Every alteration of what the browser receives is caught, and what was not altered passes.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { keyFingerprint } from '@rf-indicators/engine';
import { type Checked, checkReceived } from '../../src/site/verify/check.ts';
import { bandInWords } from '../../src/site/verify/format.ts';
import { NO_PINS, type Pins, readPins } from '../../src/site/verify/pins.ts';
import { replayBytes } from '../../src/site/verify/replay.ts';
import { checkShown } from '../../src/site/verify/shown.ts';
import { ALTERATIONS, type Copy } from './alterations.ts';
import { altered, PACKAGE_ALTERATIONS } from './package-alterations.ts';
import { type SignedWorld, signedWorld } from './signed-world.ts';

let world: SignedWorld;
let pins: Pins;

before(async () => {
  world = await signedWorld();
  pins = await readPins(`${world.key}\n${world.witnessKey}`);
});

function copyOf({ proof, keys }: SignedWorld): Copy {
  const { provider_name, final_score, risk_band } = proof.statement;
  const shown = { name: provider_name, score: final_score, band: bandInWords(risk_band) };
  return { ...structuredClone({ proof, keys }), shown };
}

async function check({ proof, keys, proofText, keysText, shown }: Copy, given: Pins): Promise<Checked> {
  const received = {
    proof: proofText ?? JSON.stringify(proof),
    keys: keysText ?? JSON.stringify(keys),
    witnesses: [world.witnessKey],
  };
  const checked = await checkReceived(world.id, received, given);
  if (checked.proof === null || checked.verdict === 'altered') return checked;
  const step = checkShown(checked.proof.statement, shown);
  return step.result === 'failed'
    ? { ...checked, steps: [...checked.steps, step], verdict: 'altered' }
    : checked;
}

test('what was not altered is genuine, with and without a key of the reader', async () => {
  const pinned = await check(copyOf(world), pins);
  assert.deepEqual(
    pinned.steps.map(({ step, result }) => [step, result]),
    ['id', 'key', 'signature', 'checkpoint', 'inclusion', 'witnesses', 'later'].map((step) => [
      step,
      'passed',
    ]),
  );
  assert.deepEqual([pinned.verdict, pinned.isPinned], ['genuine', true]);
  const unpinned = await check(copyOf(world), NO_PINS);
  assert.deepEqual([unpinned.verdict, unpinned.isPinned], ['genuine', false]);
  assert.equal(unpinned.steps.find(({ step }) => step === 'key')!.result, 'unchecked');
  const byFingerprint = await readPins(`SHA256:${(await keyFingerprint(world.key)).toUpperCase()}`);
  assert.equal((await check(copyOf(world), byFingerprint)).isPinned, true);
  // Members that are added outside the statement are allowed: the API may grow.
  const grown = copyOf(world);
  grown.proof.more = 'of it';
  assert.equal((await check(grown, pins)).verdict, 'genuine');
});

test(`${ALTERATIONS.length} alterations of what the browser receives are caught`, async () => {
  assert.ok(ALTERATIONS.length >= 50);
  assert.equal(new Set(ALTERATIONS.map(([what]) => what)).size, ALTERATIONS.length);
  const missed: string[] = [];
  for (const [what, alter] of ALTERATIONS) {
    const copy = copyOf(world);
    await alter(copy, world);
    const { verdict, steps } = await check(copy, pins);
    if (verdict !== 'altered') missed.push(what);
    else {
      const failed = steps.filter(({ result }) => result === 'failed');
      assert.ok(
        failed.every(({ found, meaning }) => found !== '' && meaning !== ''),
        what,
      );
    }
  }
  assert.deepEqual(missed, []);
});

async function missedWith(given: Pins): Promise<string[]> {
  const missed: string[] = [];
  for (const [what, alter] of ALTERATIONS) {
    const copy = copyOf(world);
    await alter(copy, world);
    if ((await check(copy, given)).verdict !== 'altered') missed.push(what);
  }
  return missed;
}

test('what passes if the reader keeps only our key, or no key at all, is known', async () => {
  const notRequired = [
    'witness: cosignature removed, which the reader requires',
    'witness: another key of the same name',
  ];
  assert.deepEqual(await missedWith(await readPins(world.key)), notRequired);
  // Whoever controls the list of keys can sign anything, which is why a reader should keep one.
  assert.deepEqual(await missedWith(NO_PINS), [
    'key: all signed again with the key of somebody else, who is in the list',
    'key: all signed again with another key of the same name',
    'key: ours replaced in the list, and a statement signed with that',
    'key: a checkpoint by somebody else, who is in the list',
    ...notRequired,
  ]);
});

test('keys and fingerprints are read one on each line, and what is neither is said', async () => {
  const { fingerprints, keys, witnesses, problems } = await readPins(
    `\n${world.key}\n ${'ab '.repeat(32)}\n${world.witnessKey}\nnonsense\n${world.key}x`,
  );
  assert.deepEqual([fingerprints.length, keys, witnesses.length], [2, [world.key], 1]);
  assert.equal(fingerprints[1], 'ab'.repeat(32));
  assert.equal(problems.length, 2);
  const wrong = await readPins('cd'.repeat(32));
  assert.equal((await check(copyOf(world), wrong)).verdict, 'altered');
});

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test('a package is equal as JSON and compressed, and says whether it belongs to the page', async () => {
  for (const file of [bytes(world.answer), new Uint8Array(gzipSync(bytes(world.answer)))]) {
    const { isEqual, steps, id } = await replayBytes(file, [world.key], world.id);
    assert.deepEqual([isEqual, id, steps.length], [true, world.id, 8]);
  }
  const alone = await replayBytes(bytes(world.answer), [], null);
  assert.equal(alone.isEqual, true);
  assert.match(alone.explanation, /Who published it was not checked/);
  const elsewhere = await replayBytes(bytes(world.answer), [world.key], 'RF-00000-00000-00000-00000-000000');
  assert.equal(elsewhere.sentence, 'A package of another indicator');
  for (const wrong of [gzipSync(bytes(world.answer)).subarray(0, 900), Buffer.of(0x50, 0x4b, 0xff, 0xfe)])
    assert.equal((await replayBytes(new Uint8Array(wrong), [], null)).sentence, 'This file cannot be read');
});

test(`${PACKAGE_ALTERATIONS.length} alterations of a package are caught, and the part is named`, async () => {
  for (const [what, path, value] of PACKAGE_ALTERATIONS) {
    const file = bytes(altered(world.answer, path, value));
    const { isEqual, explanation } = await replayBytes(file, [world.key], world.id);
    assert.equal(isEqual, false, what);
    assert.match(explanation, /^[A-Z][a-z ]+: ./, what);
  }
});
