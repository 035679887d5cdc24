// Examples of acts about providers, and of the rates that they are compared with.

import assert from 'node:assert/strict';
import { graded } from '../../../../../test/support/evidence.ts';
import { type Example, example, report, today } from './example.ts';

export const PROVIDERS: readonly Example[] = [
  example({ name: 'providers.list', by: 'reviewer', input: () => ({}) }),
  example({
    name: 'providers.import',
    by: 'analyst',
    input: (story) => ({
      rows: [
        {
          value: {
            name: 'Zed',
            planner_type: 'fiat',
            yield_min: '1.00',
            yield_max: '2.00',
            payout_currency: 'USD',
            evidence: { ...graded('A'), title: 't', evidence_date: today(story), document: 'terms' },
          },
        },
      ],
      documents: { terms: { ...report, base64: Buffer.from('the terms').toString('base64') } },
    }),
    after: (_, { batch_id, proposed }) => {
      assert.notEqual(batch_id, null);
      assert.equal(proposed, 4);
    },
  }),
  example({
    name: 'providers.rename',
    by: 'analyst',
    input: () => ({ provider: 'zed', name: 'Zeta', reason: 'The company changed its name.' }),
  }),
  example({
    name: 'providers.change_slug',
    by: 'analyst',
    input: () => ({ provider: 'zed', slug: 'zeta', reason: 'The company changed its name.' }),
  }),
  example({
    name: 'providers.describe',
    by: 'analyst',
    input: () => ({ provider: 'zeta', website: 'https://zeta.example', reason: 'It has a website now.' }),
  }),
  example({
    name: 'providers.add_note',
    by: 'officer',
    input: () => ({ provider: 'zeta', text: 'Called on Monday: a report follows in May.' }),
  }),
  example({
    name: 'providers.show',
    by: 'officer',
    input: () => ({ provider: 'zeta' }),
    after: (_, { provider, score_now, no_score_reason }) => {
      assert.deepEqual([provider.name, score_now], ['Zeta', null]);
      assert.match(no_score_reason!, /planner type/);
    },
  }),
  example({
    name: 'providers.timeline',
    by: 'analyst',
    input: () => ({ provider: 'zeta' }),
    after: (_, { data }) => {
      assert.deepEqual([...new Set(data.map(({ kind }) => kind))].sort(), [
        'evidence',
        'flags',
        'notes',
        'record',
        'yields',
      ]);
    },
  }),
  example({ name: 'providers.peers', by: 'reviewer', input: () => ({ provider: 'zeta' }) }),
  example({ name: 'providers.history', by: 'reviewer', input: () => ({ provider: 'zeta' }) }),
  example({ name: 'providers.retire', by: 'analyst', input: () => ({ provider: 'zeta' }) }),
  example({
    name: 'rates.list',
    by: 'officer',
    input: () => ({}),
    after: (_, { data }) => {
      assert.deepEqual(
        data.map(({ currency, rate, grade }) => [currency, rate, grade]),
        [['USD', '3.75', 'A']],
      );
    },
  }),
];
