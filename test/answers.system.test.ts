// The recorded comparison of answers: that it sees every kind of difference, allows only what a rule names, and that a
// recording depends on nothing but the data and the code.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type AllowRule, readRules } from '../scripts/answers/allowed.ts';
import type { Client } from '../scripts/answers/client.ts';
import { compareRecordings } from '../scripts/answers/compare.ts';
import { record } from '../scripts/answers/record.ts';
import { type Answer, type Recording, sha256, writeRecording } from '../scripts/answers/recording.ts';
import { askForScores } from '../scripts/answers/score-requests.ts';
import { cases as counted } from './support/counts.ts';
import { makeDemoFolder } from './support/demo-folder.ts';

const repository = fileURLToPath(new URL('../', import.meta.url));

interface Given extends Partial<Omit<Answer, 'body'>> {
  text?: string;
}

function recording(...answers: Given[]): Recording {
  const bodies: Record<string, string> = {};
  const made = answers.map(({ text = '', ...given }) => {
    bodies[sha256(text)] = text;
    return { name: 'GET /x', operation: 'getX', status: 200, headers: {}, ...given, body: sha256(text) };
  });
  return { format: 1, at: '2026-01-01T00:00:00.000Z', data: 'd', normalised: {}, answers: made, bodies };
}

function titles(before: Recording, after: Recording, rules: AllowRule[] = []): string[] {
  return compareRecordings(before, after, rules).groups.map(({ title }) => title);
}

test('equal recordings have no difference', () => {
  const same = () => recording({ text: '{"a":1}' }, { name: 'GET /y', text: 'plain' });
  assert.deepEqual(titles(same(), same()), []);
});

test('every part of an answer is compared', () => {
  const cases: [Given, Given, string][] = [
    [{ status: 400 }, { status: 404 }, 'getX: status'],
    [{ headers: { vary: 'accept' } }, { headers: {} }, 'getX: header vary'],
    [{ headers: { etag: '"a"' } }, { headers: { etag: '"b"' } }, 'getX: header etag'],
    [{ compressed: 'a' }, { compressed: 'b' }, 'getX: header compressed bytes'],
    [{ text: '{"a":[{"b":1}]}' }, { text: '{"a":[{"b":2}]}' }, 'getX: body /a/*/b'],
    [{ text: '{"a":1}' }, { text: '{"a":1,"b":null}' }, 'getX: body /b'],
    [{ text: '{"a":1,"b":2}' }, { text: '{"b":2,"a":1}' }, 'getX: body /(order)'],
    [{ text: '{"a":1}' }, { text: '{"a": 1}' }, 'getX: body'],
    [{ text: '{"t":"{\\"b\\":1}"}' }, { text: '{"t":"{\\"b\\":2}"}' }, 'getX: body /t/(JSON)/b'],
    [{ text: 'one\ntwo' }, { text: 'one\n2' }, 'getX: body'],
  ];
  for (const [before, after, title] of cases) {
    assert.deepEqual(titles(recording(before), recording(after)), [title]);
  }
});

test('an answer that only one recording has is a difference', () => {
  const [one, two] = [recording({}), recording({}, { name: 'GET /y', operation: 'getY' })];
  assert.deepEqual(titles(one, two), ['getY: new']);
  assert.deepEqual(titles(two, one), ['getY: missing']);
});

test('an ETag and a Content-Length that differ because of the body are reported with it, also for HEAD', () => {
  const answers = (text: string): Given[] => {
    const headers = { etag: sha256(text), 'content-length': String(text.length) };
    return [
      { text, headers },
      { name: 'HEAD /x', headers },
    ];
  };
  const [before, after] = [recording(...answers('{"a":1}')), recording(...answers('{"a":100}'))];
  assert.deepEqual(titles(before, after), ['getX: body /a']);
  assert.deepEqual(titles(before, after, [{ reason: 'r', pointer: '/a' }]), []);
  // A HEAD that changes alone is not excused.
  const [get, head] = answers('{"a":1}');
  const changed = recording(get!, { ...head, headers: { ...head!.headers, etag: 'other' } });
  assert.deepEqual(titles(before, changed), ['getX: header etag']);
});

test('a rule allows what all of it matches, and nothing else', () => {
  const before = recording({ text: '{"detail":"old","list":[{"detail":"old"}]}' });
  const after = recording({ text: '{"detail":"new","list":[{"detail":"new"}]}' });
  const both = ['getX: body /detail', 'getX: body /list/*/detail'];
  const cases: [Omit<AllowRule, 'reason'>, string[]][] = [
    [{ pointer: '/detail' }, [both[1]!]],
    [{ pointer: '/list/*/detail' }, [both[0]!]],
    [{ pointer: '/**/detail' }, []],
    [{ operation: 'get*', part: 'body' }, []],
    [{ operation: 'getY' }, both],
    [{ part: 'status' }, both],
    [{ name: '^POST' }, both],
    [{ before: 'old', after: 'new' }, []],
    [{ before: 'new' }, both],
  ];
  for (const [rule, left] of cases) {
    assert.deepEqual(titles(before, after, [{ reason: 'r', ...rule }]), left, JSON.stringify(rule));
  }
});

test('a rule without a reason, or with a member that there is not, is refused', () => {
  assert.throws(() => readRules('{"rules":[{"part":"body"}]}'), /must give its reason/);
  assert.throws(() => readRules('{"rules":[{"reason":"r","status":1}]}'), /has no member "status"/);
});

test('recordings of different data are not compared', () => {
  assert.throws(
    () => compareRecordings(recording(), { ...recording(), data: 'other' }, []),
    /different demo data/,
  );
});

test('the command prints the differences and exits with 1 if there are any', (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string, text: string) => {
    writeRecording(path.join(folder, name), recording({ text }));
    return path.join(folder, name);
  };
  const [before, after] = [file('before.json', '{"detail":"old"}'), file('after.json', '{"detail":"new"}')];
  const rules = path.join(folder, 'rules.json');
  writeFileSync(rules, '{"rules":[{"reason":"Better wording","pointer":"/detail"}]}');

  const different = answers('compare', before, after);
  assert.equal(different.status, 1);
  assert.match(
    different.stdout,
    /getX: body \/detail \(1 difference\)\n {2}GET \/x at \/detail\n {2}- "old"\n {2}\+ "new"/,
  );
  assert.match(different.stdout, /1 answers compared: 1 differ, in 1 way\.$/m);
  assert.equal(answers('compare', before, before).status, 0);
  const allowed = answers('compare', before, after, '--allow', rules);
  assert.equal(allowed.status, 0);
  assert.match(allowed.stdout, /Allowed 1 difference: Better wording/);
  assert.match(answers('compare', before, before, '--allow', rules).stdout, /Unused rule: Better wording/);

  for (const wrong of [
    [],
    ['compare', before],
    ['record', folder, folder, before],
    ['compare', before, '--x'],
  ]) {
    const { status, stderr } = answers(...wrong);
    assert.deepEqual([status, /Usage:/.test(stderr)], [2, true], wrong.join(' '));
  }
});

/** The data that a recording begins with. */
async function demoFolder(t: TestContext): Promise<string> {
  if (process.env.RF_TEST_DEMO) return process.env.RF_TEST_DEMO;
  const made = await makeDemoFolder();
  t.after(() => made.remove());
  return made.folder;
}

async function ask(client: Client): Promise<void> {
  const targets = ['/api/v1/status', '/api/v1/scores', '/api/v1/usage', '/verify', '/docs', '/metrics'];
  for (const target of targets) {
    const operation = target === '/metrics' ? 'metrics' : 'page';
    await client.ask({ operation, target, key: 'ENTERPRISE', from: null });
  }
  await askForScores(client);
}

test('a server is recorded; two recordings of it are the same, and leave the data as it was', async (t) => {
  const demo = await demoFolder(t);
  const before = await record(repository, demo, ask);
  const statuses = new Set(before.answers.map(({ status }) => status));
  assert.ok(statuses.has(200) && statuses.has(202) && statuses.has(422), [...statuses].join());
  // A second server takes seconds to start.
  if (counted(1, 2) === 1) return;
  const after = await record(repository, demo, ask);
  assert.deepEqual(titles(before, after), []);
  assert.equal(before.data, after.data);
});

function answers(...args: string[]) {
  const script = path.join(repository, 'scripts/answers.ts');
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-answers-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
