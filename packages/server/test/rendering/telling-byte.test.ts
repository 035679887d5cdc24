// The byte that the page Why believe this offers to change.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type ComputationAnswer, canonicalBytes, recompute } from '@rf-indicators/engine';
import { tellingByte } from '../../src/rendering/pages/why/telling-byte.ts';

const read = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../conformance/packages/${name}.json`, import.meta.url), 'utf8'),
  ) as ComputationAnswer;

test('one digit of one input, which gives a better score', async () => {
  const answer = read('FX-01');
  const change = tellingByte(answer);
  const bytes = canonicalBytes(answer.data.package);
  assert.notEqual(bytes[change.at], change.to);
  bytes[change.at] = change.to;
  const altered = JSON.parse(new TextDecoder().decode(bytes)) as ComputationAnswer['data']['package'];
  const before = answer.data.package.inputs;
  const changed = Object.keys(before).filter((id) => altered.inputs[id]!.value !== before[id]!.value);
  assert.deepEqual(changed, [change.input]);
  const { value } = before[change.input!]!;
  assert.equal(
    [...altered.inputs[change.input!]!.value].filter((digit, at) => digit !== value[at]).length,
    1,
  );
  const outcome = await recompute(bytes, answer, []);
  assert.ok(!('unreadable' in outcome));
  assert.ok(Number(outcome.scored!.result.final_score) > Number(answer.data.package.result.final_score));
  assert.equal(outcome.ok, false);
});

test('a package whose score no digit makes better has its date changed', () => {
  // Hard rules hold it.
  const answer = read('FX-07');
  const change = tellingByte(answer);
  assert.equal(change.input, null);
  const text = new TextDecoder().decode(canonicalBytes(answer.data.package));
  const day = text.slice(text.indexOf('"as_of":"') + 9).slice(0, 10);
  assert.match(day, /^\d{4}-\d{2}-\d{2}$/);
  assert.equal(
    Buffer.from(text)
      .subarray(change.at, change.at + 10)
      .toString(),
    day,
  );
});
