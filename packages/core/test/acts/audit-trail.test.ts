// The audit trail as people read it, after one example of every act.

import assert from 'node:assert/strict';
import { ACTS, type Act, type AnswerOf, type InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import { instantText } from '@rf-indicators/core/context/times';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import { EXAMPLES } from './examples.ts';
import { type Story, servicesFor, storyOf } from './story.ts';

type AuditRecord = AnswerOf<'audit.list'>['data'][number];

/** Performs every example. Returns the secrets that were shown. */
async function performAll(story: Story): Promise<string[]> {
  const secrets: string[] = [];
  for (const { name, by, before, input, after } of EXAMPLES) {
    story.world.desk.moveTo(story.world.desk.clock() + 1000);
    await before?.(story);
    const answer = await performAct(servicesFor(story, name), story.callers[by]!, name, input(story));
    for (const pointer of (ACTS[name] as Act).secrets ?? []) {
      const value = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((found, member) => (found as Record<string, unknown>)[member], answer);
      secrets.push(value as string);
    }
    await after?.(story, answer as never);
  }
  return secrets;
}

const told = new Map<StoreKind, Promise<{ story: Story; secrets: string[] }>>();

/** One for all tests of this file, which only read. */
function toldStory(kind: StoreKind): Promise<{ story: Story; secrets: string[] }> {
  const tell = async () => {
    const story = storyOf(await foundedWorld(kind, wholeFile));
    return { story, secrets: await performAll(story) };
  };
  const known = told.get(kind) ?? tell();
  told.set(kind, known);
  return known;
}

async function readAll(story: Story, filter: InputOf<'audit.list'> = {}): Promise<AuditRecord[]> {
  const all: AuditRecord[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input: InputOf<'audit.list'> = { limit: 7, ...filter, ...(cursor === undefined ? {} : { cursor }) };
    const page: AnswerOf<'audit.list'> = await performAct(
      story.services,
      story.callers.officer!,
      'audit.list',
      input,
    );
    assert.ok(page.data.length <= 7);
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

/** As it is stored, with its instants as text. */
function asListed(stored: string | null): unknown {
  const text = (stored ?? 'null').replaceAll(
    /"((?:\w+_)?(?:at|since|until|as_of))":(\d+)/g,
    (_, name: string, instant: string) => `"${name}":"${instantText(Number(instant))}"`,
  );
  return JSON.parse(text);
}

onEitherStore('the audit trail is read in pages, oldest first, and contains no secret', async (kind) => {
  const { story, secrets } = await toldStory(kind);
  const all = await readAll(story);
  const stored = await story.world.store.db.selectFrom('audit').selectAll().orderBy('seq').execute();
  assert.deepEqual(
    all.map(({ seq }) => seq),
    stored.map((_, index) => index + 1),
  );
  assert.deepEqual(
    all.map(({ before, after }) => [before, after]),
    stored.map(({ before, after }) => [asListed(before), asListed(after)]),
  );
  assert.ok(all.every(({ actor_name }) => actor_name !== null));
  assert.ok(secrets.length >= 10);
  const text = JSON.stringify(all);
  assert.deepEqual(
    secrets.filter((secret) => text.includes(secret)),
    [],
  );
});

onEitherStore(
  'the audit trail is searched by person, action, subject and time, with their names',
  async (kind) => {
    const { story } = await toldStory(kind);
    const { operator } = story.world.people;
    const actionsOf = async (filter: InputOf<'audit.list'>) =>
      (await readAll(story, filter)).map(({ action }) => action);

    const bo = await readAll(story, { subject: 'Bo' });
    assert.deepEqual(
      bo.map(({ action }) => action),
      [
        ...['staff.invited', 'staff.invited', 'staff.claimed', 'staff.confirmed'],
        ...['request.made', 'request.made', 'request.made', 'request.approved', 'staff.roles_set'],
        ...['request.refused', 'staff.invited', 'staff.invitation_withdrawn'],
      ],
    );
    assert.ok(bo.every(({ subject_name }) => subject_name === 'Bo'));
    assert.deepEqual([bo[0]!.actor, bo[0]!.actor_name], [operator.id, operator.name]);
    const { roles } = bo[8]!.before as { roles: string[] };
    assert.deepEqual(roles, ['analyst']);

    const staffActions = await actionsOf({ actor: operator.name, action: 'staff.' });
    assert.ok(staffActions.length >= 5 && staffActions.every((action) => action.startsWith('staff.')));
    assert.deepEqual(await actionsOf({ action: 'staff.roles_set' }), ['staff.roles_set']);
    assert.deepEqual(await actionsOf({ action: 'staff' }), [], 'an action is taken as it is');
    assert.deepEqual(await actionsOf({ actor: 'Bo' }), ['staff.claimed']);
    assert.deepEqual(await actionsOf({ actor: 'service', action: 'score_request.' }), [
      'score_request.receive',
      'score_request.receive',
    ]);
    const [claimed] = await readAll(story, { actor: 'Ada' });
    assert.deepEqual(
      [claimed!.action, claimed!.actor_name, claimed!.workspace, claimed!.subject_name],
      ['workspace.claimed', 'Ada', 'Acorn', 'Acorn'],
    );
    await assert.rejects(readAll(story, { actor: 'Nobody' }), /No person has the name or id "Nobody"/);

    const slug = story.world.slugOf('FX-05');
    const about = await readAll(story, { subject: slug });
    assert.deepEqual(
      about.map(({ action, subject_name }) => [action, subject_name]),
      [
        ['due.assigned', slug],
        ['rationale.write', slug],
        ['rationale.approve', slug],
        ['committee.open', slug],
        ['review.start', slug],
        ['request.made', slug],
        ['request.approved', slug],
        ['specimen.named', slug],
        ['request.made', slug],
        ['request.approved', slug],
        ['specimen.ended', slug],
        ['withdrawal.ask', slug],
        ['withdrawal.cancel', slug],
        ['withdrawal.ask', slug],
        ['rationale.write', slug],
        ['rationale.approve', slug],
        ['review.end', slug],
      ],
    );
    const renamed = await readAll(story, { subject: 'provider/' });
    assert.ok(renamed.length >= 3 && renamed.every(({ subject }) => subject.startsWith('provider/')));
    assert.deepEqual(await actionsOf({ subject: 'provider_' }), [], 'without wildcards');

    const { at } = bo[2]!;
    assert.deepEqual(await actionsOf({ from: at, to: at }), ['staff.claimed']);
  },
);
