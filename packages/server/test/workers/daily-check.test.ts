// The daily check of the store: when it is due, that it verifies what is new and keeps a checkpoint, and what it reports.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dropTriggers } from '../../../../test/support/desk-fixture.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, enter, publishedPlace, publishNow } from '../../../../test/support/world.ts';
import { dailyChecks } from '../../src/service/daily-checks.ts';
import { checkDaily } from '../../src/workers/background/daily-check.ts';
import { actSettingsOf } from './act-settings.ts';

const FOUR = Date.parse('2026-11-18T04:00:00Z');
const HOUR = 60 * 60 * 1000;
const noPause = async () => undefined;

onEitherStore(
  'verifies what is new, keeps the newest checkpoint, and finds what was altered',
  async (kind, t) => {
    const { location, world } = await publishedPlace(kind, t);
    const { store } = world;
    const acts = actSettingsOf(location);
    const file = path.join(acts.dataDir, 'verified-checkpoint.json');
    const check = () => checkDaily({ acts }, noPause);
    const kept = () => JSON.parse(readFileSync(file, 'utf8')) as { checkpoint: string };
    assert.equal((await check()).problems, 0);
    const first = kept();
    world.desk.moveTo(world.desk.clock() + DAY);
    await enter(world, 'FX-05', 'equity_ratio', '4.00');
    await publishNow(world);
    assert.equal((await check()).problems, 0);
    assert.notEqual(kept().checkpoint, first.checkpoint);

    // Altered by somebody: the findings are named, and the checkpoint stays.
    const before = readFileSync(file, 'utf8');
    await dropTriggers(world.desk, 'audit');
    await sql`update audit set actor = 'nobody' where seq = (select max(seq) from audit)`.execute(store.db);
    writeFileSync(file, JSON.stringify({ at: 0, checkpoint: first.checkpoint }));
    const { problems, findings } = await check();
    assert.equal(problems, 1);
    assert.match(`${findings[0]!.record}: ${findings[0]!.problem}`, /^audit \d+: is not what was recorded/);
    assert.equal((JSON.parse(readFileSync(file, 'utf8')) as { at: number }).at, 0);
    writeFileSync(file, before);
  },
);

interface Call {
  at: number;
}

function checks(t: Parameters<typeof temporaryFolder>[0], startedAt: number) {
  const dataDir = temporaryFolder(t);
  const calls: Call[] = [];
  const logged: string[] = [];
  const time = { now: startedAt };
  const state = { startedAt, isStopping: false, dailyCheck: null as { at: number; problems: number } | null };
  let answer = async () => ({
    at: time.now,
    problems: 0,
    findings: [] as { record: string; problem: string }[],
  });
  const look = dailyChecks({
    background: {
      checkDaily: async () => {
        calls.push({ at: time.now });
        return answer();
      },
    },
    state,
    clock: () => time.now,
    dataDir,
    log: { error: (error: unknown) => logged.push(String(error)) },
  });
  const at = async (now: number) => {
    time.now = now;
    await look();
  };
  return { at, calls, logged, state, dataDir, answerWith: (next: typeof answer) => (answer = next) };
}

test('is due at 04:00 UTC, once a day, and not as soon as a process starts', async (t) => {
  const { at, calls } = checks(t, FOUR + HOUR);
  await at(FOUR + 2 * HOUR);
  assert.equal(calls.length, 0);
  await at(FOUR + DAY);
  await at(FOUR + DAY + HOUR);
  assert.deepEqual(calls, [{ at: FOUR + DAY }]);
  await at(FOUR + 2 * DAY + 1);
  assert.equal(calls.length, 2);
});

test('a process that was not there at 04:00 makes the check when it starts, if one was made before', async (t) => {
  const { at, calls, dataDir } = checks(t, FOUR + HOUR);
  writeFileSync(
    path.join(dataDir, 'verified-checkpoint.json'),
    JSON.stringify({ at: FOUR - DAY, checkpoint: 'a checkpoint' }),
  );
  await at(FOUR + HOUR);
  assert.equal(calls.length, 1);
});

test('findings are logged and counted, and an error is logged once a day', async (t) => {
  const { at, calls, logged, state, answerWith, dataDir } = checks(t, FOUR);
  answerWith(async () => ({
    at: FOUR + DAY,
    problems: 2,
    findings: [{ record: 'audit 7', problem: 'is missing' }],
  }));
  await at(FOUR + DAY);
  assert.deepEqual(logged, [
    'The daily check of the store found 2 problems: records were altered. Run rf verify --all.',
    'audit 7: is missing',
  ]);
  assert.equal(state.dailyCheck?.problems, 2);
  answerWith(() => Promise.reject(new Error('no store')));
  await at(FOUR + 2 * DAY);
  await at(FOUR + 2 * DAY + 1);
  assert.equal(calls.length, 2);
  assert.equal(logged.at(-1), 'Error: no store');
  assert.equal(existsSync(path.join(dataDir, 'verified-checkpoint.json')), false);
});
