// rf monitor on a publisher of every kind of entry: quiet while all is well, and loud at each way of rewriting.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { repository } from '../../../../../test/support/repository.ts';
import { ALARMS } from '../../../src/cli/monitor/alarm.ts';
import { monitorCommand } from '../../../src/cli/monitor/monitor.ts';
import { runCommand } from '../run-command.ts';
import { honestLog, keyNumber, ModelLog } from './model-log.ts';
import { TAMPERINGS } from './tamperings.ts';

const START = Date.parse('2026-06-01T12:00:00Z');
const HOUR = 60 * 60 * 1000;

interface Watched {
  code: number;
  alarms: string[];
  // biome-ignore lint/suspicious/noExplicitAny: the line that was printed, read without regard to its form.
  line: any;
  err: string[];
}

const tampering = (name: string) => TAMPERINGS.find((each) => each.name === name)!;

function watcher(t: TestContext, log: ModelLog, ...fixed: string[]) {
  const state = path.join(temporaryFolder(t), 'state.json');
  const watch = async (now = START, ...more: string[]): Promise<Watched> => {
    const args = [log.url, '--once', '--json', '--settle', '0', '--state', state, ...fixed, ...more];
    const { code, out, err } = await runCommand(monitorCommand, args, { env: {}, now });
    const line = JSON.parse(out.at(-1)!);
    return { code, line, err, alarms: (line.alarms ?? []).map(({ code }: { code: string }) => code) };
  };
  return { watch, state };
}

test('a log of every kind is quiet, from its first entry on and later', async (t) => {
  const log = await ModelLog.start(t);
  const { watch } = watcher(t, log, '--key', log.signer.verifierKey);
  const empty = await watch();
  assert.deepEqual([empty.code, empty.line.warning], [0, 'The log is empty.']);
  await log.publish('acorn', '76.98');
  assert.equal((await watch()).code, 0);
  await log.publish('birch', '41.10', 'HIGH');
  await log.withdraw('acorn');
  await log.rotate(await keyNumber(2));
  await log.publish('acorn', '50.00');
  await log.announce('something-new');
  const { code, line } = await watch(START + HOUR, '--recheck', 'all');
  assert.deepEqual([code, line.size], [0, log.leaves.length], JSON.stringify(line));
  assert.deepEqual(line.remarks, ['1 entry of a kind that this version does not know: something-new.']);
});

test('what analysts published beside a score is named with its verification id', async (t) => {
  const log = await honestLog(t);
  const { watch } = watcher(t, log, '--grace', '10');
  assert.equal((await watch()).code, 0);
  const { verification_id } = log.rows.get('acorn')!;
  await tampering('the proof of an indicator leaves its rationale out').act(log);
  const { line } = await watch();
  assert.match(line.alarms[0].detail, new RegExp(`The rationale .* the proof of ${verification_id} `));
  // A review that began this moment is in the log within the time that was set.
  log.instead.clear();
  log.rows.get('birch')!.review = { direction: 'down', reason: 'New.' };
  const { code, line: waiting } = await watch();
  assert.equal(code, 0);
  assert.match(
    waiting.remarks[0],
    /^Not explained by the log yet, since .*: The review status that is served with RF-/,
  );
  assert.deepEqual((await watch(START + HOUR)).alarms, ['review_changed']);
});

test('a state file of an earlier version says that it does not compare what analysts published', async (t) => {
  const log = await honestLog(t);
  const { watch, state } = watcher(t, log);
  assert.equal((await watch()).code, 0);
  const { facts, ...kept } = JSON.parse(readFileSync(state, 'utf8'));
  const { analysis: _, ...earlier } = facts;
  writeFileSync(state, JSON.stringify({ ...kept, facts: earlier }));
  await tampering('the list of scores hides a review').act(log);
  const { code, line } = await watch();
  assert.equal(code, 0);
  assert.match(line.remarks.join(' '), /rationales, disclosures and reviews are not compared/);
});

test('any key of the log can be pinned, and another is refused', async (t) => {
  const log = await honestLog(t);
  for (const { verifierKey } of log.keys) {
    const { watch } = watcher(t, log, '--key', verifierKey);
    assert.equal((await watch()).code, 0);
  }
  const stranger = await keyNumber(66);
  const { watch } = watcher(t, log, '--key', stranger.verifierKey);
  assert.deepEqual((await watch()).alarms, ['key_not_in_log']);
});

test('without a key, the first run says that it trusts the key that the service shows', async (t) => {
  const log = await honestLog(t);
  const { watch } = watcher(t, log);
  const { code, err, line } = await watch();
  assert.equal(code, 0);
  assert.ok(err.some((each) => each.includes(`is trusted from now on: ${log.signer.verifierKey}`)));
  assert.match(line.remarks.at(-1), /was trusted on first use/);
  await assert.rejects(watch(START, '--key', (await keyNumber(66)).verifierKey), /does not follow from it/);
});

for (const { name, alarm, act } of TAMPERINGS) {
  test(`found: ${name}`, async (t) => {
    const log = await honestLog(t);
    const { watch, state } = watcher(t, log, '--recheck', 'all', '--grace', '0');
    assert.equal((await watch()).code, 0);
    const remembered = readFileSync(state, 'utf8');
    await act(log);
    const { code, alarms, line } = await watch();
    assert.equal(code, 3);
    assert.ok(alarms.includes(alarm), `${alarm} expected, not ${JSON.stringify(line.alarms)}`);
    assert.ok(line.checkpoints.length > 0, 'the alarm has a checkpoint to show');
    assert.equal(readFileSync(state, 'utf8'), remembered, 'the next run finds it again');
    assert.deepEqual((await watch()).alarms, alarms);
    assert.equal(readFileSync(`${state}.alarms`, 'utf8').trim().split('\n').length, 2);
  });
}

test('a fork shows both checkpoints in plain text', async (t) => {
  const log = await honestLog(t);
  const state = path.join(temporaryFolder(t), 'state.json');
  const args = [log.url, '--once', '--settle', '0', '--state', state];
  await runCommand(monitorCommand, args, { env: {}, now: START });
  const before = log.note!;
  await TAMPERINGS[0]!.act(log);
  const { code, out } = await runCommand(monitorCommand, args, { env: {}, now: START });
  const text = out.join('\n');
  assert.equal(code, 3);
  assert.match(text, /ALARM: http/);
  assert.match(text, /fork: Two signed checkpoints contradict each other/);
  for (const note of [before, log.note!]) assert.ok(text.includes(note));
});

test('a log that does not grow is an alarm after the time that was set', async (t) => {
  const log = await honestLog(t);
  const { watch } = watcher(t, log, '--max-age', '24');
  assert.equal((await watch()).code, 0);
  assert.equal((await watch(START + 24 * HOUR)).code, 0);
  const { code, alarms } = await watch(START + 25 * HOUR);
  assert.deepEqual([code, alarms], [3, ['frozen']]);
  assert.equal((await watch(START + 25 * HOUR, '--max-age', '0')).code, 0);
});

test('what the log may explain later is an alarm only if it stays', async (t) => {
  const log = await honestLog(t);
  const { watch } = watcher(t, log, '--grace', '10');
  assert.equal((await watch()).code, 0);
  const row = log.rows.get('acorn')!;
  log.rows.delete('acorn');
  const first = await watch();
  assert.equal(first.code, 0);
  assert.match(
    first.line.remarks[0],
    /Not explained by the log yet, since 2026-06-01T12:00:00.000Z: .*acorn/,
  );
  assert.equal((await watch(START + 9 * 60_000)).code, 0);
  // The withdrawal arrives in the log, and the finding is forgotten.
  log.rows.set('acorn', row);
  await log.withdraw('acorn');
  const { line } = await watch(START + 10 * 60_000);
  assert.ok(line.remarks.every((remark: string) => !remark.startsWith('Not explained')));
  assert.match(line.remarks[0], /^No checkpoint was signed from 2026-04-01T00:00:00Z to /);
  assert.match(line.remarks[1], /^The store returned to its founding on /);
  log.rows.delete('birch');
  assert.equal((await watch(START + HOUR)).code, 0);
  assert.deepEqual((await watch(START + 2 * HOUR)).alarms, ['score_removed']);
});

test('a service that cannot be reached is a warning with an exit code of its own', async (t) => {
  const log = await honestLog(t);
  const { watch, state } = watcher(t, log);
  assert.equal((await watch()).code, 0);
  const remembered = readFileSync(state, 'utf8');
  const elsewhere = { ...log, url: 'http://127.0.0.1:9' } as ModelLog;
  const args = [elsewhere.url, '--once', '--settle', '0', '--state', state];
  const { code, err } = await runCommand(monitorCommand, args, { env: {}, now: START });
  assert.equal(code, 75);
  assert.match(
    err.join('\n'),
    /warning: http:\/\/127\.0\.0\.1:9\/log\/checkpoint could not be read: .*Nothing was checked/,
  );
  assert.equal(readFileSync(state, 'utf8'), remembered);
  assert.ok(!existsSync(`${state}.alarms`));
});

test('a state file that cannot be read is refused, not replaced', async (t) => {
  const log = await honestLog(t);
  const { watch, state } = watcher(t, log);
  writeFileSync(state, '{"version":1');
  await assert.rejects(watch(), /is not a state file of this version/);
  assert.equal(readFileSync(state, 'utf8'), '{"version":1');
});

test('the documentation lists every way of rewriting that was tried, and every alarm', () => {
  const page = readFileSync(path.join(repository, 'docs/use/monitoring.md'), 'utf8');
  for (const { name, alarm } of TAMPERINGS) assert.ok(page.includes(`| ${name} | \`${alarm}\` |`), name);
  const tried = new Set<string>(TAMPERINGS.map(({ alarm }) => alarm));
  // Tested above and in the test of witnesses.
  for (const code of ['frozen', 'key_not_in_log', 'witnesses_missing']) tried.add(code);
  assert.deepEqual([...tried].sort(), Object.keys(ALARMS).sort());
});
