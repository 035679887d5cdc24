// Examples of runs and publications: configurations, drafts, corrections, withdrawals and reinstatements.

import assert from 'node:assert/strict';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import { draft, enter, type World } from '../../../../../test/support/world.ts';
import { approve, type Example, example, keep } from './example.ts';

function askForWithdrawal(world: World, reason: string): Promise<string> {
  return askToWithdraw(world.desk, world.people.operator, { providerId: world.idOf('FX-05'), reason });
}

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
  example({ name: 'withdrawals.approve', by: 'reviewer', input: ({ kept }) => ({ request: kept.request! }) }),
  example({
    name: 'reinstatements.draft',
    by: 'operator',
    input: ({ world }) => ({ providers: [world.slugOf('FX-05')], reason: 'It goes on.' }),
  }),
];
