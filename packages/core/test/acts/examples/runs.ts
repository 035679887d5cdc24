// Examples of runs and publications: configurations, drafts, corrections, withdrawals and reinstatements.

import assert from 'node:assert/strict';
import { instantText } from '@rf-indicators/core/context/times';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { startReview } from '@rf-indicators/core/desk/reviews/reviews';
import { decideDraft, decideMatter, readDraftEvidence } from '../../../../../test/support/deciding.ts';
import { writeRationales } from '../../../../../test/support/rationales.ts';
import { DAY, draft, enter, type World } from '../../../../../test/support/world.ts';
import type { Story } from '../story.ts';
import { approve, type Example, example, keep } from './example.ts';

function askForWithdrawal(world: World, reason: string): Promise<string> {
  return askToWithdraw(world.desk, world.people.operator, { providerId: world.idOf('FX-05'), reason });
}

function mattersOf({ kept }: Story): { matter: string; seen: string }[] {
  return JSON.parse(kept.matters!);
}
const RATIONALE =
  'The statements that the provider published give its first score. Better liquidity would raise it, and evidence that is not renewed would lower it.';

export const RUNS: readonly Example[] = [
  example({ name: 'configurations.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'configurations.record',
    by: 'operator',
    input: () => ({ name: 'strict', settings: { level: 'high' } }),
  }),
  example({
    name: 'runs.compute',
    by: 'analyst',
    input: () => ({ configuration: 'strict', reason: 'A test.' }),
    after: keep('run', 'run_id'),
  }),
  example({ name: 'runs.list', by: 'officer', input: () => ({}) }),
  example({ name: 'runs.show', by: 'reviewer', input: ({ kept }) => ({ run: kept.run! }) }),
  example({ name: 'runs.overview', by: 'reviewer', input: ({ kept }) => ({ run: kept.run! }) }),
  example({ name: 'runs.items', by: 'officer', input: ({ kept }) => ({ run: kept.run!, limit: 2 }) }),
  example({
    name: 'runs.item',
    by: 'reviewer',
    input: ({ world, kept }) => ({ run: kept.run!, provider: world.slugOf('FX-05') }),
  }),
  example({
    name: 'runs.mark_read',
    by: 'reviewer',
    before: ({ world, kept }) => readDraftEvidence(world.desk, world.people.reviewer, kept.run!),
    input: ({ world, kept }) => ({ run: kept.run!, provider: world.slugOf('FX-05') }),
  }),
  example({ name: 'rationales.list', by: 'officer', input: ({ kept }) => ({ run: kept.run! }) }),
  example({
    name: 'rationales.prepare',
    by: 'analyst',
    input: ({ world, kept }) => ({ run: kept.run!, provider: world.slugOf('FX-05') }),
    after: (_, { kind, would_raise }) => assert.deepEqual([kind, would_raise.length > 0], ['initial', true]),
  }),
  example({
    name: 'rationales.check',
    by: 'analyst',
    input: ({ world, kept }) => ({ run: kept.run!, provider: world.slugOf('FX-05'), text: 'HR04 fired.' }),
    after: (_, { problems }) =>
      assert.deepEqual(
        problems.map(({ kind }) => kind),
        ['length', 'rule_id'],
      ),
  }),
  example({
    name: 'rationales.write',
    by: 'analyst',
    input: ({ world, kept }) => ({ run: kept.run!, providers: [world.slugOf('FX-05')], text: RATIONALE }),
    after: ({ kept }, { data }) => {
      kept.rationale = data[0]!.id;
    },
  }),
  example({
    name: 'rationales.review',
    by: 'reviewer',
    input: ({ kept }) => ({ rationales: [kept.rationale!], decision: 'approved', confirms: true }),
    after: ({ world, kept }) => writeRationales(world.desk, { run: kept.run! }),
  }),
  example({
    name: 'disclosures.set',
    by: 'operator',
    input: () => ({
      ...{ team: 'The desk', conflicts: 'None.', handling: 'They are declared.', sources: 'Documents.' },
      ...{ limits: 'No market prices.', reason: 'The first ones.' },
    }),
    after: (story, { request }) => approve(story, request!),
  }),
  example({ name: 'disclosures.list', by: 'analyst', input: () => ({}) }),
  example({
    name: 'committee.list',
    by: 'analyst',
    input: ({ kept }) => ({ run: kept.run! }),
    after: ({ kept }, { data }) => {
      kept.matters = JSON.stringify(data.map(({ matter, seen }) => ({ matter, seen })));
    },
  }),
  example({
    name: 'committee.show',
    by: 'officer',
    input: (story) => ({ matter: mattersOf(story)[0]!.matter }),
  }),
  example({ name: 'committee.rule', by: 'operator', input: () => ({}) }),
  example({
    name: 'committee.appoint',
    by: 'operator',
    input: ({ world }) => ({ office: 'deputy', person: world.people.reviewer.id }),
    after: (story, { request }) => approve(story, request!),
  }),
  example({
    name: 'committee.minute',
    by: 'reviewer',
    input: (story) => ({ matters: mattersOf(story), text: 'The committee met.' }),
  }),
  example({
    name: 'committee.waive',
    by: 'officer',
    input: (story) => ({
      matters: mattersOf(story),
      inputs: ['key_quorum'],
      sentence: 'It was read in the meeting.',
    }),
  }),
  example({
    name: 'committee.vote',
    by: 'reviewer',
    input: (story) => ({
      matters: mattersOf(story),
      vote: 'against',
      dissent: 'I would wait for the audit.',
    }),
  }),
  example({
    name: 'committee.recuse',
    by: 'analyst',
    input: (story) => ({ matters: mattersOf(story), reason: 'A relative works there.' }),
  }),
  example({
    name: 'runs.publish',
    by: 'operator',
    before: ({ world, kept }) => decideDraft(world.desk, kept.run!),
    input: ({ kept }) => ({ run: kept.run! }),
  }),
  example({
    name: 'committee.propose_review',
    by: 'analyst',
    input: ({ world }) => ({
      provider: world.slugOf('FX-05'),
      direction: 'down',
      reason: 'Its auditor resigned.',
      until: instantText(world.desk.clock() + 14 * DAY),
    }),
  }),
  example({
    name: 'reviews.list',
    by: 'analyst',
    before: async ({ world: { desk, people, store, idOf } }) => {
      const review = { providerId: idOf('FX-05'), direction: 'up' as const, reason: 'A merger.' };
      await store.transaction((writes) =>
        startReview(desk, writes, people.officer, { ...review, until: desk.clock() + 10 * DAY }),
      );
    },
    input: () => ({}),
    after: (_, { data }) => assert.equal(data.length, 1),
  }),
  example({
    name: 'specimens.name',
    by: 'operator',
    input: ({ world }) => ({ provider: world.slugOf('FX-05'), reason: 'Readers shall compute it again.' }),
    after: (story, { request }) => approve(story, request!),
  }),
  example({
    name: 'specimens.list',
    by: 'analyst',
    input: () => ({}),
    after: ({ world }, { data }) =>
      assert.deepEqual(
        data.map(({ slug }) => slug),
        [world.slugOf('FX-05')],
      ),
  }),
  example({
    name: 'specimens.end',
    by: 'officer',
    input: ({ world }) => ({ provider: world.slugOf('FX-05'), reason: 'It is not needed any more.' }),
    after: (story, { request }) => approve(story, request!),
  }),
  example({
    name: 'corrections.affected',
    by: 'analyst',
    before: async ({ world, kept }) => {
      kept.wrong = await enter(world, 'FX-05', 'integrity_finding', 'none');
    },
    input: ({ kept }) => ({ wrong: kept.wrong! }),
  }),
  example({
    name: 'corrections.draft',
    by: 'operator',
    input: ({ kept }) => ({ wrong: kept.wrong!, reason: 'It was wrong.' }),
  }),
  example({
    name: 'runs.discard',
    by: 'reviewer',
    before: async ({ world, kept }) => {
      kept.unwanted = await draft(world);
    },
    input: ({ kept }) => ({ run: kept.unwanted!, reason: 'Not today.' }),
  }),
  example({
    name: 'withdrawals.cancel',
    by: 'operator',
    before: async ({ world, kept }) => {
      kept.cancelled = await askForWithdrawal(world, 'It was a mistake.');
    },
    input: ({ kept }) => ({ request: kept.cancelled! }),
  }),
  example({ name: 'withdrawals.list', by: 'officer', input: () => ({}) }),
  example({
    name: 'withdrawals.request',
    by: 'operator',
    input: ({ world }) => ({ provider: world.slugOf('FX-05'), reason: 'It ended.' }),
    after: keep('request', 'request_id'),
  }),
  example({
    name: 'reinstatements.draft',
    by: 'operator',
    before: ({ world, kept }) => decideMatter(world.desk, kept.request!),
    input: ({ world }) => ({ providers: [world.slugOf('FX-05')], reason: 'It goes on.' }),
  }),
];
