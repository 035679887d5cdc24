import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { FRAMEWORK, SAMPLES } from '../../../../test/support/repository.ts';
import { rf } from '../../../../test/support/rf.ts';

test('validate prints version, effective date, sign-off and digest of a valid framework', async () => {
  const { code, stdout } = await rf(['methodology', 'validate', FRAMEWORK]);
  assert.equal(code, 0);
  assert.match(stdout, /valid, RF Framework v1\.0, effective 2026-04-01, signed/);
  assert.match(stdout, /8 modules, 32 criteria, 12 hard rules, 4 bands/);
  assert.match(stdout, /digest 61506689445271c9abd75d92f2a4f0035255fc5c783e224d7f919ee21f749726/);
});

test('validate names the place of every problem, and exits with 1', async () => {
  const draft = JSON.parse(readFileSync(FRAMEWORK, 'utf8'));
  draft.modules[0].weight = 21;
  draft.criteria[0].input.breakpoints[2][0] = '100.00';
  draft.hard_rules[3].tiers[0][0].input = 'luck';
  const input = JSON.stringify(draft);
  const { code, stdout } = await rf(['methodology', 'validate', '-'], { input });
  assert.equal(code, 1);
  assert.match(stdout, /\/modules: module weights add up to 101, not to 100/);
  assert.match(
    stdout,
    /\/criteria\/0\/input\/breakpoints\/2\/0: inputs must increase: 100\.00 follows 100\.00/,
  );
  assert.match(stdout, /\/hard_rules\/3\/tiers\/0\/0\/input: is not a known criterion or gate: "luck"/);
  const json = await rf(['methodology', 'validate', '-', '--json'], { input });
  assert.equal(json.code, 1);
  assert.equal(JSON.parse(json.stdout).problems.length, 3);
});

test('validate finds what a desk could not run', async () => {
  const draft = JSON.parse(readFileSync(FRAMEWORK, 'utf8'));
  draft.flags.push('insured');
  const { code, stdout } = await rf(['methodology', 'validate', '-'], { input: JSON.stringify(draft) });
  assert.equal(code, 1);
  assert.match(stdout, /\/flags\/5: is not a flag that the desk records: .*\[unknown_flag\]/);
});

test('validate finds a duplicate member', async () => {
  const input = readFileSync(FRAMEWORK, 'utf8').replace('"flags":', '"listed_factors": 5, "flags":');
  const { code, stdout } = await rf(['methodology', 'validate', '-'], { input });
  assert.equal(code, 1);
  assert.match(stdout, /\/listed_factors: appears twice \[duplicate_member\]/);
});

test('diff shows the changes and the old and new score of all inputs, and marks drafts as unsigned', async (t) => {
  const draft = JSON.parse(readFileSync(FRAMEWORK, 'utf8'));
  draft.methodology_version = '1.1';
  draft.bands[0][1] = '81.00';
  draft.modules[0].weight = 21;
  draft.modules[1].weight = 16;
  const file = path.join(temporaryFolder(t), 'draft.json');
  writeFileSync(file, JSON.stringify(draft));
  const { code, stdout } = await rf(['methodology', 'diff', FRAMEWORK, file, '--runs', SAMPLES]);
  assert.equal(code, 0);
  assert.match(stdout, /old: RF Framework v1\.0 \(signed\)/);
  assert.match(stdout, /new: RF Framework v1\.1 \(unsigned\)/);
  assert.match(stdout, /bands\/LOW: "80\.00" -> "81\.00"/);
  assert.match(stdout, /modules\/reserves\/weight: 20 -> 21/);
  assert.match(stdout, /FX-01: 76\.98 MEDIUM -> 76\.86 MEDIUM \(-0\.12\)/);
  const json = await rf(['methodology', 'diff', FRAMEWORK, file, '--runs', SAMPLES, '--json']);
  const told = JSON.parse(json.stdout);
  assert.equal(told.impacts.length, 12);
  assert.equal(told.new.sign_off, 'unsigned');
  assert.equal(told.differences.length, 4);
});

test('sign requires a framework with a name and a valid date-time', async (t) => {
  const folder = temporaryFolder(t);
  const key = path.join(folder, 'officer.key');
  await rf(['keygen', '--out', key]);
  const { framework_name: _, ...unnamed } = JSON.parse(readFileSync(FRAMEWORK, 'utf8'));
  const draft = path.join(folder, 'draft.json');
  writeFileSync(draft, JSON.stringify(unnamed));
  const refused = await rf(['methodology', 'sign', draft, '--key', key, '--name', 'A. Officer']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /has no framework_name/);
  const untimely = await rf([
    'methodology',
    'sign',
    FRAMEWORK,
    '--key',
    key,
    '--name',
    'A',
    '--signed-at',
    'today',
  ]);
  assert.equal(untimely.code, 2);
  assert.match(untimely.stderr, /"today" is not a valid date-time/);
});

test('a draft without a name scores and validates', async (t) => {
  const { framework_name: _, ...unnamed } = JSON.parse(readFileSync(FRAMEWORK, 'utf8'));
  const draft = path.join(temporaryFolder(t), 'draft.json');
  writeFileSync(draft, JSON.stringify(unnamed));
  const validated = await rf(['methodology', 'validate', draft]);
  assert.match(validated.stdout, /valid, Unnamed framework v1\.0, effective 2026-04-01, unsigned/);
  assert.equal((await rf(['score', '--runs', SAMPLES, '--methodology', draft])).code, 0);
});
