import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { FRAMEWORK, repository, SAMPLES } from '../../../../test/support/repository.ts';
import { rf } from '../../../../test/support/rf.ts';

const samples = () => JSON.parse(readFileSync(SAMPLES, 'utf8'));

test('rf score prints the published results of the samples, byte for byte', async () => {
  const { code, stdout, stderr } = await rf(['score', '--runs', SAMPLES]);
  assert.equal(stdout, readFileSync(path.join(repository, 'methodology/samples/results.jsonl'), 'utf8'));
  assert.deepEqual([code, stderr], [0, '']);
});

test('rf score accepts another framework, and inputs from standard input', async (t) => {
  const file = path.join(temporaryFolder(t), 'draft.json');
  writeFileSync(
    file,
    readFileSync(FRAMEWORK, 'utf8').replace('"methodology_version": "1.0"', '"methodology_version": "1.1"'),
  );
  const input = JSON.stringify(samples().slice(0, 1));
  const { code, stdout } = await rf(['score', '--runs', '-', '--methodology', file], { input });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).methodology_version, '1.1');
});

test('inputs with a missing or lapsed gate are reported as not scored, in the order of the gates, with exit code 0', async () => {
  const [run] = samples();
  const without = (...gates: string[]) => {
    const changed = structuredClone(run);
    for (const gate of gates) {
      delete changed.gates[gate];
      delete changed.inputs[gate];
    }
    return changed;
  };
  const lapsed = structuredClone(run);
  lapsed.inputs.withdrawal_status.evidence_date = '2026-03-18';
  const runs = [
    without('insolvency_status', 'integrity_finding', 'withdrawal_status'),
    without('integrity_finding', 'withdrawal_status'),
    without('withdrawal_status'),
    lapsed,
  ];
  const { code, stdout } = await rf(['score', '--runs', '-'], { input: JSON.stringify(runs) });
  assert.equal(code, 0);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    '{"reason":"GATE_INSOLVENCY_STATUS","status":"NOT_SCORED"}',
    '{"reason":"GATE_INTEGRITY_FINDING","status":"NOT_SCORED"}',
    '{"reason":"GATE_WITHDRAWAL_STATUS","status":"NOT_SCORED"}',
    '{"reason":"GATE_WITHDRAWAL_STATUS","status":"NOT_SCORED"}',
  ]);
});

test('invalid inputs print all their errors, the others are still scored, and the exit code is 1', async () => {
  const runs = samples().slice(0, 3);
  runs[1].inputs.reserve_coverage.value = '1e2';
  runs[1].planner_type = 'gold';
  const { code, stdout } = await rf(['score', '--runs', '-'], { input: JSON.stringify(runs) });
  assert.equal(code, 1);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ status }) => status),
    ['SCORED', 'INVALID', 'SCORED'],
  );
  assert.equal(lines[1].provider_id, 'FX-02');
  assert.deepEqual(
    lines[1].errors.map(({ code: told }: { code: string }) => told),
    ['number_with_exponent', 'unknown_planner_type'],
  );
});

test('a duplicate member makes only its own inputs invalid', async () => {
  const [first, second] = samples();
  const doubled = JSON.stringify(second).replace('"inputs":{', '"inputs":{"reserve_coverage":{},');
  const input = `[${JSON.stringify(first)},${doubled}]`;
  const { code, stdout } = await rf(['score', '--runs', '-'], { input });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(code, 1);
  assert.equal(lines[0].status, 'SCORED');
  assert.deepEqual(
    lines[1].errors.map(({ code: told, pointer }: Record<string, string>) => [told, pointer]),
    [['duplicate_member', '/inputs/reserve_coverage']],
  );
});

const CANNOT_RUN: [what: string, args: string[], input: string, message: RegExp][] = [
  ['no runs named', ['score'], '', /required option '--runs <file>'/],
  [
    'a file that is not there',
    ['score', '--runs', 'nowhere.json'],
    '',
    /Cannot read nowhere.json: no such file/,
  ],
  ['a folder for a file', ['score', '--runs', '.'], '', /it is a folder/],
  ['text that is not JSON', ['score', '--runs', '-'], '{"a":', /- is not JSON/],
  ['an object for an array', ['score', '--runs', '-'], '{}', /not a JSON array of provider inputs/],
  [
    'runs for a framework',
    ['score', '--runs', SAMPLES, '--methodology', SAMPLES],
    '',
    /not a valid framework/,
  ],
  ['an unknown option', ['score', '--runs', SAMPLES, '--fast'], '', /unknown option '--fast'/],
  ['an unknown command', ['guess'], '', /unknown command 'guess'/],
];

for (const [what, args, input, message] of CANNOT_RUN) {
  test(`rf ${args[0]} with ${what} says so and exits with 2`, async () => {
    const { code, stdout, stderr } = await rf(args, { input });
    assert.match(stderr, message);
    assert.deepEqual([code, stdout], [2, '']);
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
  });
}

test('bytes that are not UTF-8 are refused instead of replaced', async (t) => {
  const file = path.join(temporaryFolder(t), 'runs.json');
  writeFileSync(file, Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]));
  const { code, stderr } = await rf(['score', '--runs', file]);
  assert.match(stderr, /is not UTF-8 text/);
  assert.equal(code, 2);
});

test('text without a canonical form is reported as invalid', async () => {
  const input = '[{"provider_id":"\\ud800","\\udc00":1,"flags":{"\\ud800":true}}]';
  const { code, stdout } = await rf(['score', '--runs', '-'], { input });
  assert.equal(code, 1);
  assert.equal(JSON.parse(stdout).status, 'INVALID');
});

test('every command has help', async () => {
  const commands = ['', 'score', 'package', 'replay', 'verify', 'keygen', 'methodology', 'serve'];
  const subcommands = ['validate', 'diff', 'sign'].map((name) => ['methodology', name]);
  for (const command of [...commands.map((name) => (name ? [name] : [])), ...subcommands]) {
    const { code, stdout } = await rf([...command, '--help']);
    assert.equal(code, 0, command.join(' '));
    assert.match(stdout, /^Usage: rf /);
  }
});
