// Every act leaves exactly the audit records that its entry names, in the transaction that changes something.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { ACT_NAMES, ACTS, type ActName, type AuditAction, auditOf } from '@rf-indicators/contract/acts';
import { AUDIT_ACTIONS } from '@rf-indicators/contract/audit-actions';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import type { Queries } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { Compile } from 'typebox/compile';
import { epochNumbersIn } from '../../../../test/support/instants.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import { EXAMPLES } from './examples.ts';
import { servicesFor, storyOf } from './story.ts';

/** Acts that leave one of several records, and none each time. */
const ONE_OF_SEVERAL: readonly ActName[] = [
  'rationales.review',
  'policies.ask',
  'policies.stop',
  'policies.change_settings',
  'books.ask_limits',
  'watch.switch_rule',
];

/** What only stores that are older than the committee contain. */
const OF_OLDER_STORES: readonly AuditAction[] = ['run.approve', 'withdrawal.refuse'];

test('every act has an example', () => {
  assert.deepEqual(EXAMPLES.map(({ name }) => name).sort(), [...ACT_NAMES].sort());
});

test('acts name their audit records, and reads have none', () => {
  for (const name of ACT_NAMES) {
    const { always, sometimes } = auditOf(name);
    const isNamed = always.length > 0 || ONE_OF_SEVERAL.includes(name);
    assert.equal(isNamed && always.length + sometimes.length > 0, ACTS[name].kind === 'act', name);
  }
});

test('every audit record is left by an act, by rf init, by a sign-in or by the service itself', () => {
  const trails = ACT_NAMES.map(auditOf);
  const left = trails.flatMap(({ always, sometimes }) => [...always, ...sometimes]);
  const others = ['staff.created', 'signing_key.create', 'score_request.receive'];
  const signIn = [
    ...['sign_in.claimed', 'sign_in.password_reset', 'sign_in.credentials_changed'],
    ...['sign_in.reset_requested', 'sign_in.link_requested'],
  ];
  const known = new Set([...left, ...others, ...signIn, ...OF_OLDER_STORES]);
  assert.deepEqual([...known].sort(), Object.keys(AUDIT_ACTIONS).sort());
  assert.deepEqual(
    OF_OLDER_STORES.filter((action) => left.includes(action)),
    [],
    'an act leaves it again',
  );
});

onEitherStore(
  'each act refuses unknown members, leaves the audit records that its entry names, and answers by its schema',
  async (kind, t) => {
    const story = storyOf(await foundedWorld(kind, t));
    const { db } = story.world.store;
    for (const { name, by, before, input, after } of EXAMPLES) {
      story.world.desk.moveTo(story.world.desk.clock() + 1000);
      await before?.(story);
      const caller = story.callers[by]!;
      const given = input(story);
      const earlier = await lastRecord(db);
      for (const member of ['unknown', '__proto__']) {
        const more = JSON.parse(
          JSON.stringify(given).replace(/^\{/, `{"${member}":1${Object.keys(given).length > 0 ? ',' : ''}`),
        );
        await assert.rejects(
          performAct(servicesFor(story, name), caller, name, more),
          refusedAt(`/${member}`),
          name,
        );
      }
      const answer = await performAct(servicesFor(story, name), caller, name, given);
      const left = await auditTrail(db, earlier);
      const { always, sometimes } = auditOf(name);
      const named = left.filter((action) => !sometimes.includes(action));
      assert.deepEqual([...new Set(named)].sort(), [...always].sort(), name);
      assert.equal(left.length > 0, ACTS[name].kind === 'act', name);
      assert.deepEqual([...Compile(ACTS[name].answer).Errors(answer)], [], name);
      assert.deepEqual(epochNumbersIn(answer), [], name);
      await after?.(story, answer as never);
    }
  },
);

test('a record of a file with an unknown member is refused, at its place', async (t) => {
  const story = storyOf(await foundedWorld('sqlite', t));
  const row = { name: 'Yew', luck: 1, planner_type: 'fiat' };
  const rows = { rows: [{ value: row }, { place: 'line 3', value: row }] };
  await assert.rejects(
    performAct(story.services, story.callers.analyst!, 'providers.import', rows),
    (error) => refusedAt('/rows/0/value/luck')(error) && refusedAt('line 3, luck')(error),
  );
});

test('an act whose audit record cannot be written changes nothing', async (t) => {
  const story = storyOf(await foundedWorld('sqlite', t));
  const { db } = story.world.store;
  const commits = await commitsOf(db, t);
  for (const { name, by, before, input, after } of EXAMPLES) {
    story.world.desk.moveTo(story.world.desk.clock() + 1000);
    await before?.(story);
    const given = input(story);
    if (ACTS[name].kind === 'act') {
      await sql`create trigger no_audit before insert on audit begin select raise(abort, 'no audit'); end`.execute(
        db,
      );
      const earlier = commits();
      await assert.rejects(
        performAct(servicesFor(story, name), story.callers[by]!, name, given),
        /no audit/,
        name,
      );
      assert.equal(commits(), earlier, `${name} has changed the database`);
      await sql`drop trigger no_audit`.execute(db);
      assert.notEqual(commits(), earlier, 'a change would be noticed');
    }
    const answer = await performAct(servicesFor(story, name), story.callers[by]!, name, given);
    await after?.(story, answer as never);
  }
});

function refusedAt(place: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof Refusal, String(error));
    const found = error.details.find((detail) => detail.place === place);
    assert.deepEqual([error.code, found?.code], ['validation_failed', 'unknown_member'], place);
    return true;
  };
}

async function lastRecord(db: Queries): Promise<number> {
  const row = await db.selectFrom('audit').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

async function auditTrail(db: Queries, since: number): Promise<AuditAction[]> {
  const rows = await db
    .selectFrom('audit')
    .select('action')
    .where('seq', '>', since)
    .orderBy('seq')
    .execute();
  return rows.map(({ action }) => action as AuditAction);
}

/** A number that is another after each change that the store's connection commits. */
async function commitsOf(db: Queries, t: TestContext): Promise<() => unknown> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const observer = new DatabaseSync(rows[0]!.file, { readOnly: true });
  t.after(() => observer.close());
  const version = observer.prepare('pragma data_version');
  return () => version.get()?.data_version;
}
