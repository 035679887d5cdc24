// Examples of runs and publications: configurations, drafts, corrections, withdrawals and reinstatements.

import assert from 'node:assert/strict';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { startReview } from '@rf-indicators/core/desk/reviews/reviews';
import { writeRationales } from '../../../../../test/support/rationales.ts';
import { DAY, draft, enter, type World } from '../../../../../test/support/world.ts';
import { approve, type Example, example, keep } from './example.ts';

function askForWithdrawal(world: World, reason: string): Promise<string> {
  return askToWithdraw(world.desk, world.people.operator, { providerId: world.idOf('FX-05'), reason });
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
    name: 'runs.approve',
    by: 'reviewer',
    input: ({ kept }) => ({
      run: kept.run!,
      votes: [
        { person: 'Cora', vote: 'for' },
        { person: 'Dan', vote: 'against' },
      ],
      dissent: 'Dan would wait for the audit.',
      minutes: 'The committee met.',
    }),
  }),
  example({ name: 'runs.publish', by: 'operator', input: ({ kept }) => ({ run: kept.run! }) }),
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
  example({
    name: 'withdrawals.refuse',
    by: 'reviewer',
    before: async ({ world, kept }) => {
      kept.refused = await askForWithdrawal(world, 'Too early.');
    },
    input: ({ kept }) => ({ request: kept.refused!, reason: 'Nothing ended.' }),
  }),
  example({ name: 'withdrawals.list', by: 'officer', input: () => ({}) }),
  example({
    name: 'withdrawals.request',
    by: 'operator',
    input: ({ world }) => ({ provider: world.slugOf('FX-05'), reason: 'It ended.' }),
    after: keep('request', 'request_id'),
  }),
  example({
    name: 'withdrawals.approve',
    by: 'reviewer',
    before: ({ world, kept }) => writeRationales(world.desk, { withdrawal: kept.request! }),
    input: ({ kept }) => ({ request: kept.request! }),
  }),
  example({
    name: 'reinstatements.draft',
    by: 'operator',
    input: ({ world }) => ({ providers: [world.slugOf('FX-05')], reason: 'It goes on.' }),
  }),
];
