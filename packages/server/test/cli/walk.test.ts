// A desk's work with the real commands, as its people would type them, with mistakes, a discarded draft, a withdrawal and a
// reinstatement. desk-guide.system.test.ts walks the straight way, as the guide describes it.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { decideAt } from '../../../../test/support/deciding.ts';
import { CONFIRMATION, filledIn, graded } from '../../../../test/support/evidence.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { FRAMEWORK } from '../../../../test/support/repository.ts';
import { rf } from '../../../../test/support/rf.ts';
import type { Outcome } from '../../../../test/support/rf-process.ts';
import { sampleProviders, slugOf } from '../../src/demo/founding.ts';

/** Commands on a folder of their own; `as` puts a person's token into RF_TOKEN. */
function desk(t: TestContext) {
  const folder = temporaryFolder(t);
  const tokens: Record<string, string> = {};
  const as = (who: string, ...args: string[]) =>
    rf(args, { env: { RF_DATA_DIR: path.join(folder, 'data'), RF_TOKEN: tokens[who] ?? '' } });
  const must = async (who: string, ...args: string[]): Promise<Outcome> => {
    const outcome = await as(who, ...args);
    assert.equal(outcome.code, 0, `rf ${args.join(' ')}\n${outcome.stderr}`);
    return outcome;
  };
  const json = async (who: string, ...args: string[]) =>
    JSON.parse((await must(who, ...args, '--json')).stdout);
  return { folder, tokens, as, must, json };
}

type DeskCommands = ReturnType<typeof desk>;

async function found({ folder, tokens, must, json }: DeskCommands): Promise<void> {
  tokens.operator = tokenIn(await json('nobody', 'init', '--operator', 'Olga', '--name', 'walk.example'));
  for (const [who, name, roles] of [
    ['analyst', 'Ann', 'analyst'],
    ['reviewer', 'Rob', 'reviewer'],
    ['officer', 'Cora', 'chief_risk_officer'],
  ]) {
    const { code } = await json('operator', 'staff', 'invite', name!, '--roles', roles!);
    tokens[who!] = (await json('nobody', 'staff', 'claim', code)).token;
  }
  const key = path.join(folder, 'officer.key');
  const signOff = path.join(folder, 'signoff.json');
  await must('officer', 'keygen', '--out', key, '--name', 'cora');
  await must('operator', 'methodology', 'enrol-key', '--staff', 'Cora', '--key', `${key}.pub`);
  await must('operator', 'methodology', 'import', FRAMEWORK);
  await must('officer', 'methodology', 'sign', FRAMEWORK, '--key', key, '--name', 'Cora', '--out', signOff);
  await must('officer', 'methodology', 'record-sign-off', signOff);
  await must('operator', 'methodology', 'activate', '1.0', '--notes', 'First version.');
  const rate = await json('analyst', 'rates', 'propose', 'USD', '3.75', ...evidenceOptions(folder));
  await openDocuments({ must, json }, rate.batch_id);
  await must('reviewer', 'inputs', 'approve', '--batch', rate.batch_id);
}

/** Each document once, as the list of evidence names it. */
async function openDocuments({ must, json }: Pick<DeskCommands, 'must' | 'json'>, batch: string) {
  const evidence: { id: string; opened: boolean | null }[] = await json(
    ...(['reviewer', 'evidence', 'list', '--batch', batch] as const),
  );
  for (const { id, opened } of evidence) {
    if (opened === false) await must('reviewer', 'evidence', 'open', id, '--output', '-');
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function evidenceOptions(folder: string): string[] {
  writeFileSync(path.join(folder, 'report.txt'), 'A fictional report.\n');
  const document = path.join(folder, 'report.txt');
  const { kind, grade, quote } = graded('A');
  const what = ['--kind', kind, '--grade', grade, '--quote', quote!];
  return [...what, '--title', 'R', '--date', today(), '--document', document];
}

function gradedColumns(letter: string): Record<string, string> {
  const { kind, grade, quote = '' } = graded(letter);
  return { 'evidence.kind': kind, 'evidence.grade': grade, 'evidence.quote': quote };
}

function tokenIn(result: { operator: { token: string } }): string {
  return result.operator.token;
}

function csv(rows: Record<string, string>[]): string {
  const columns = Object.keys(rows[0]!);
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [columns, ...rows.map((row) => columns.map((column) => row[column]!))]
    .map((cells) => cells.map(cell).join(','))
    .join('\n');
}

/** The samples' first provider, with evidence of today so that its gates are live. */
function files({ folder }: DeskCommands) {
  const sample = sampleProviders()[4]!;
  const evidence = {
    'evidence.title': 'A fictional report',
    'evidence.evidence_date': today(),
    'evidence.file': 'report.txt',
  };
  const { name, planner_type, provider_subtype, yield_min, yield_max } = sample;
  const flags = Object.fromEntries(
    Object.entries(sample.flags).map(([flag, value]) => [`flags.${flag}`, String(value)]),
  );
  const providers = path.join(folder, 'providers.csv');
  writeFileSync(
    providers,
    csv([
      {
        ...{ name, planner_type, provider_subtype, yield_min, yield_max, payout_currency: 'USD', ...flags },
        ...{ ...evidence, ...gradedColumns('A') },
      },
    ]),
  );
  const rows = Object.entries({ ...sample.gates, ...sample.inputs }).map(([input, { value, grade }]) => ({
    provider: slugOf(sample),
    input,
    value,
    confirmation: CONFIRMATION,
    ...{ ...evidence, ...gradedColumns(grade) },
  }));
  const inputs = path.join(folder, 'inputs.csv');
  writeFileSync(inputs, csv(rows));
  return { providers, inputs, rows, slug: slugOf(sample) };
}

const RATIONALE =
  'The documents that the provider published support this news. Better evidence on its reserves would raise the score, and older evidence would lower it.';

test('a desk makes mistakes, publishes, withdraws and reinstates', async (t) => {
  const commands = desk(t);
  const { must, as, json, folder } = commands;
  assert.match((await as('nobody', 'run')).stderr, /Run rf init first/);
  await found(commands);
  const { providers, inputs, rows, slug } = files(commands);
  const { batch_id: facts } = await json('analyst', 'providers', 'import', providers);

  writeFileSync(
    path.join(folder, 'bad.csv'),
    csv([{ ...rows[0]!, value: '1e2' }, rows[1]!, { ...rows[2]!, input: 'luck' }]),
  );
  const refused = await as('analyst', 'inputs', 'import', path.join(folder, 'bad.csv'));
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /line 2.*unknown_option|line 2.*number_with_exponent/s);
  assert.match(refused.stderr, /line 4/);
  const open = await json('analyst', 'inputs', 'list');
  assert.ok(
    open.every((proposal: { batch_id: string }) => proposal.batch_id === facts),
    'a file is taken whole or not at all',
  );
  const early = await json('operator', 'run');
  assert.equal(early.items[0].outcome, 'NOT_SCORED', 'facts count once a reviewer approved them');
  assert.match(early.items[0].detail, /^no approved planner_type, payout_currency, yield_min, yield_max$/);
  await openDocuments(commands, facts);
  await must('reviewer', 'inputs', 'approve', '--batch', facts);

  const { batch_id: batch } = await json('analyst', 'inputs', 'import', inputs);
  const own = await as('analyst', 'inputs', 'approve', '--batch', batch);
  assert.equal(own.code, 1);
  assert.match(own.stderr, /requires the reviewer role/);
  await openDocuments(commands, batch);
  await must('reviewer', 'inputs', 'approve', '--batch', batch);

  const draft = await json('operator', 'run');
  assert.equal(draft.items[0].new_band, 'LOW');
  assert.match(
    (await must('operator', 'diff', draft.run.id)).stdout,
    new RegExp(`${slug}: nothing -> 9\\d\\.\\d\\d LOW: initial$`, 'm'),
  );
  const shown = (await must('operator', 'diff', draft.run.id)).stdout;
  assert.match(shown, /^ {6}score 9\S+ LOW, 9\S+ without caps, coverage \S+, evidence quality 0\.\d\d$/m);
  assert.match(
    shown,
    /^ {6}reserve_coverage +Backing coverage of claims +101\.20 +82\.00 +8\.57 +7\.03 +scored +A /m,
  );
  const unwanted = await json('analyst', 'run');
  assert.match(
    (await must('analyst', 'discard', unwanted.run.id, '--reason', 'Twice.')).stdout,
    /is discarded/,
  );
  assert.match((await as('operator', 'publish', draft.run.id)).stderr, /It needs 3 more votes/);
  const rationale = ['--text', RATIONALE];
  await must('analyst', 'rationales', 'write', '--run', draft.run.id, '--providers', slug, ...rationale);
  await must('reviewer', 'rationales', 'review', 'approved', '--run', draft.run.id, '--confirms');
  await decideAt(path.join(folder, 'data'), draft.run.id);
  assert.match(
    (await must('operator', 'diff', draft.run.id)).stdout,
    /^ {6}committee: accepted, 3 for, 0 against\. More for than against/m,
  );
  assert.equal((await as('analyst', 'publish', draft.run.id)).code, 1);
  const published = await json('operator', 'publish', draft.run.id);
  assert.equal(published.published, 1);

  await must('operator', 'signing-keys', 'rotate');
  assert.equal((await json('nobody', 'signing-keys', 'list')).length, 2);
  assert.match((await must('nobody', 'doctor')).stdout, /ok {3}log: \d+ entries/);

  const asked = await must('operator', 'withdraw', slug, '--reason', 'Ended.');
  const request = /Requested as (\S+)\./.exec(asked.stdout)![1]!;
  await must('analyst', 'rationales', 'write', '--withdrawal', request, ...rationale);
  await must('reviewer', 'rationales', 'review', 'approved', '--withdrawal', request, '--confirms');
  await decideAt(path.join(folder, 'data'), request);
  const next = await json('operator', 'run');
  assert.deepEqual([next.items[0].action, next.items[0].causes], ['none', ['withdrawn']]);
  assert.match((await must('nobody', 'providers', 'list')).stdout, new RegExp(`^${slug} .* withdrawn `, 'm'));

  const { run_id: back } = await json('operator', 'reinstate', slug, '--reason', 'It goes on.');
  const alone = await as('operator', 'publish', back);
  assert.match(alone.stderr, /It needs 3 more votes/);
  await must('analyst', 'rationales', 'write', '--run', back, '--providers', slug, ...rationale);
  await must('reviewer', 'rationales', 'review', 'approved', '--run', back, '--confirms');
  await decideAt(path.join(folder, 'data'), back);
  assert.equal((await json('operator', 'publish', back)).published, 1);
  const again = await json('operator', 'run');
  assert.deepEqual([again.items[0].action, again.items[0].kind], ['verify', null]);
  assert.equal((await json('operator', 'publish', again.run.id)).verified, 1);
  assert.match(
    (await must('nobody', 'verify', '--all')).stdout,
    /2 indicators, \d+ log entries, \d+ checkpoints, \d+ records\nVERIFIED: no problems found/,
  );
});

test('templates import once their placeholders are replaced, and lead to a score', async (t) => {
  const commands = desk(t);
  const { must, json, folder } = commands;
  await found(commands);
  for (const [extension, ...asJson] of [['csv'], ['json', '--json']]) {
    const saved = (name: string, { stdout }: Outcome) => {
      const file = path.join(folder, `${name}.${extension}`);
      writeFileSync(file, filledIn(stdout).replaceAll('example-provider', `example-${extension}`));
      return file;
    };
    const providers = saved('providers', await must('nobody', 'providers', 'template', ...asJson));
    const { batch_id: facts, created } = await json('analyst', 'providers', 'import', providers);
    assert.equal(created.length, 1);
    await must('reviewer', 'inputs', 'approve', '--batch', facts);
    const template = await must('nobody', 'inputs', 'template', `example-${extension}`, ...asJson);
    const { batch_id: inputs } = await json('analyst', 'inputs', 'import', saved('inputs', template));
    await must('reviewer', 'inputs', 'approve', '--batch', inputs);
  }
  const { items } = await json('analyst', 'run');
  assert.deepEqual(
    items.map((item: { slug: string; outcome: string }) => [item.slug, item.outcome]),
    [
      ['example-csv', 'SCORED'],
      ['example-json', 'SCORED'],
    ],
  );
  assert.equal(items[0].new_score, items[1].new_score);
});

test('a missing token, a wrong token and a token with the wrong role are refused with a clear message', async (t) => {
  const commands = desk(t);
  const { tokens, as } = commands;
  tokens.operator = tokenIn(await commands.json('nobody', 'init'));
  assert.match((await as('nobody', 'run')).stderr, /Say who acts/);
  tokens.stranger = 'rf_staff_wrong';
  const stranger = await as('stranger', 'run');
  assert.equal(stranger.code, 1);
  assert.doesNotMatch(stranger.stderr, /rf_staff_wrong/, 'a token is never repeated');
  assert.match((await as('operator', 'run')).stderr, /No framework is in effect/);
  const database = readFileSync(path.join(commands.folder, 'data/rf.sqlite'), 'latin1');
  assert.ok(!database.includes(tokens.operator!), 'only the hash is stored');
});
