// Examples of acts about issuances and score requests.

import assert from 'node:assert/strict';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { type Example, example, keep, today } from './example.ts';

const bond = { issuer_name: 'A', name: 'Bond', type: 'bond', currency: 'USD', announced_on: '2026-03-01' };

export const MARKET: readonly Example[] = [
  example({
    name: 'issuances.add',
    by: 'operator',
    input: () => ({ issuance: bond }),
    after: keep('issuance', 'id'),
  }),
  example({
    name: 'issuances.import',
    by: 'operator',
    input: () => ({ rows: [{ value: { ...bond, name: 'B' } }] }),
  }),
  example({ name: 'issuances.list', by: 'reviewer', input: () => ({ type: 'bond' }) }),
  example({
    name: 'issuances.update',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.issuance!, changes: { price: '99.5' } }),
  }),
  example({
    name: 'issuances.change_status',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.issuance!, status: 'PRICING' }),
  }),
  example({
    name: 'score_requests.accept',
    by: 'analyst',
    before: async ({ world, kept }) => {
      for (const provider_name of ['one', 'two']) {
        const sent = { provider_name, contact_email: 'eve@example.org' };
        kept[provider_name] = (await receiveScoreRequest(world.desk, sent)).request_id;
      }
    },
    input: ({ kept }) => ({ id: kept.one! }),
  }),
  example({
    name: 'score_requests.expect',
    by: 'analyst',
    input: (story) => ({ id: story.kept.one!, expected_on: today(story) }),
  }),
  example({
    name: 'score_requests.mark_scored',
    by: 'analyst',
    input: ({ kept, world }) => ({ id: kept.one!, provider: world.slugOf('FX-05'), note: 'Done.' }),
  }),
  example({
    name: 'score_requests.add_note',
    by: 'analyst',
    input: ({ kept }) => ({ id: kept.one!, note: 'The sender was told.' }),
  }),
  example({
    name: 'score_requests.decline',
    by: 'analyst',
    input: ({ kept }) => ({ id: kept.two!, note: 'Out of scope.' }),
  }),
  example({
    name: 'score_requests.erase',
    by: 'operator',
    input: ({ kept }) => ({ id: kept.two!, notes: true }),
    after: (_, { erased }) => assert.deepEqual(erased, ['contact_email', 'notes']),
  }),
  example({
    name: 'score_requests.list',
    by: 'officer',
    input: () => ({ status: 'scored' }),
    after: ({ world }, { data: [scored] }) => {
      assert.equal(scored!.slug, world.slugOf('FX-05'));
      assert.deepEqual(
        scored!.notes.map(({ by, note }) => [by, note]),
        [
          [world.people.analyst.name, 'Done.'],
          [world.people.analyst.name, 'The sender was told.'],
        ],
      );
    },
  }),
];
