// rf policy: the policies to begin with are sound, and what is wrong with a policy is said with its place.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { programOf, type Ran, runCommand } from './run-command.ts';

const folder = temporaryFolder(wholeFile);

const program = await programOf('policy');
const policyRun = (...args: string[]): Promise<Ran> => runCommand(program, ['policy', ...args], { env: {} });

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function lint(text: string, name = 'policy.yaml'): Promise<{ code: number; lines: string[] }> {
  const { code, out } = await policyRun('lint', fileOf(name, text));
  return { code, lines: out.join('\n').replaceAll(`${folder}/`, '').split('\n') };
}

const policy = (rules: object[]) => ({
  ...{ format: 'rf-policy-1', name: 'mine', version: 1, scope: 'all', frameworks: ['RF Framework v1.0'] },
  ...{ verified_within_hours: 24, valid_minutes: 15, rules, exceptions: [] },
});
const high = { id: 'high', decision: 'BLOCK', sentence: 'High risk.' };
const isHigh = { value: 'band', is: 'equal_to', to: 'HIGH' };

for (const template of ['lender', 'treasury'])
  test(`the template ${template} is valid, and none of its rules is odd`, async () => {
    const { code, out } = await policyRun('new', template);
    assert.equal(code, 0);
    const text = out.join('\n');
    assert.match(text, /^# .*\n# Do not use it/);
    const { code: linted, lines } = await lint(text);
    assert.deepEqual([linted, lines.length], [0, 1], lines.join('\n'));
    assert.match(lines[0]!, /^policy\.yaml: valid, [0-9a-f]{64}$/);
  });

test('the same policy has the same digest as YAML and as JSON', async () => {
  const document = policy([{ ...high, when: isHigh }]);
  const [yaml, json] = [await lint(stringify(document)), await lint(JSON.stringify(document), 'policy.json')];
  assert.equal(yaml.lines[0]!.split(' ').at(-1), json.lines[0]!.split(' ').at(-1));
});

test('every problem is listed with its place, and rules that say nothing are found', async () => {
  const wrong = await lint(
    stringify({ ...policy([{ ...high, when: { value: 'score', is: 'below', to: '140.00' } }]), scope: 7 }),
  );
  assert.equal(wrong.code, 1);
  assert.equal(wrong.lines[0], 'policy.yaml: 2 problems');
  assert.match(wrong.lines.join('\n'), /\/scope /);
  assert.match(wrong.lines.join('\n'), /\/rules\/0\/when\/to must be a decimal .* from 0\.00 to 100\.00/);

  const odd = await lint(
    stringify(
      policy([
        { ...high, when: { all: [isHigh, { not: isHigh }] } },
        { ...high, id: 'b', when: isHigh },
      ]),
    ),
  );
  assert.equal(odd.code, 1);
  assert.deepEqual(odd.lines.slice(1), ['  /rules/0 The rule "high" can never hold.']);
});

test('what is no policy at all is refused: a member twice, text that is not YAML', async () => {
  for (const [text, message] of [
    ['{"format": "rf-policy-1", "format": "rf-policy-1"}', /\/format appears twice/],
    ['a: [1\n', /is not YAML/],
    ['a: 1\na: 2\n', /is not YAML: .*unique/i],
  ] as const) {
    const run = policyRun('lint', fileOf('wrong', text));
    await assert.rejects(run, message, text);
  }
});

test('the values that rules can compare are listed with their comparisons', async () => {
  const { out } = await policyRun('values');
  assert.match(out.join('\n'), /^lowest_score, within_days +lowest score within these days +below, at_most/m);
});
