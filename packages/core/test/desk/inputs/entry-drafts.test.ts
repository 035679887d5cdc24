// Drafts of entries: one's own, saved as one types, ended by their proposal; and the checks of rows without a proposal.

import assert from 'node:assert/strict';
import type { InputOf } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { enrol } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../../test/support/world.ts';
import { type Story, storyOf } from '../../acts/story.ts';

const ID = '019a0000-0000-7000-8000-00000000000a';

function draft(given: Partial<InputOf<'drafts.save'>> = {}): InputOf<'drafts.save'> {
  return { draft: ID, title: 'Report', rows: 1, content: { value: '1' }, seen: 0, writer: 'a', ...given };
}

const save = ({ services, callers }: Story, given?: Partial<InputOf<'drafts.save'>>, by = 'analyst') =>
  performAct(services, callers[by]!, 'drafts.save', draft(given));

const show = ({ services, callers }: Story, by: string) =>
  performAct(services, callers[by]!, 'drafts.show', { draft: ID });

function refused(code: Refusal['code'], message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

onEitherStore(
  'a draft is of one person: another lists, reads, changes and discards nothing',
  async (kind, t) => {
    const story = storyOf(await foundedWorld(kind, t));
    const { services, callers, world } = story;
    const { actor } = await enrol(
      world.desk,
      world.people.operator,
      { name: 'Bo', roles: ['analyst'] },
      world.people.reviewer,
    );
    callers.other = { kind: 'staff', actor };
    await save(story);
    assert.deepEqual(await performAct(services, callers.other!, 'drafts.list', {}), { data: [] });
    await assert.rejects(show(story, 'other'), refused('not_found', /You have no such draft/));
    await assert.rejects(save(story, { seen: 1 }, 'other'), refused('not_found', /You have no draft/));
    const discard = performAct(services, callers.other!, 'drafts.discard', { draft: ID });
    await assert.rejects(discard, refused('not_found', /You have no such draft/));
    await assert.rejects(save(story, {}, 'reviewer'), refused('insufficient_role', /analyst/));
    assert.deepEqual((await show(story, 'analyst')).content, { value: '1' });
  },
);

onEitherStore(
  'a page repeats its saves; another window that saved in between is not overwritten',
  async (kind, t) => {
    const story = storyOf(await foundedWorld(kind, t));
    assert.deepEqual(await save(story), { version: 1 });
    // The answer was lost, so the page does not know the version.
    assert.deepEqual(await save(story, { content: { value: '2' } }), { version: 2 });
    const late = save(story, { seen: 1, writer: 'b', content: { value: '3' } });
    await assert.rejects(late, refused('conflict', /another window/));
    assert.deepEqual(await save(story, { seen: 2, writer: 'b' }), { version: 3 });
  },
);

onEitherStore('the draft ends with its proposal, and a refused proposal keeps it', async (kind, t) => {
  const story = storyOf(await foundedWorld(kind, t));
  const { services, callers, world } = story;
  await save(story);
  const today = new Date(world.desk.clock()).toISOString().slice(0, 10);
  const evidence = { kind: 'k', title: 't', grade: 'D', evidence_date: today };
  const row = (value: string) => ({
    value: {
      provider: world.slugOf('FX-05'),
      input: 'insolvency_status',
      value,
      evidence,
      note: 'See page 3.',
    },
  });
  const propose = (value: string) =>
    performAct(services, callers.analyst!, 'inputs.propose', { rows: [row(value)], draft: ID });
  const { problems } = await performAct(services, callers.analyst!, 'inputs.check', { rows: [row('fine')] });
  await assert.rejects(propose('fine'), (error) => {
    assert.deepEqual((error as Refusal).details, problems, 'the check says what the refusal says');
    return true;
  });
  assert.equal((await show(story, 'analyst')).version, 1);
  const { batch_id } = await propose('none');
  await assert.rejects(show(story, 'analyst'), refused('not_found', /proposed or discarded/));
  await assert.rejects(save(story, { seen: 1 }), refused('not_found', /another window/));
  const { data } = await performAct(services, callers.reviewer!, 'inputs.list', { batch: batch_id });
  assert.equal(data[0]!.note, 'See page 3.');
});
