// Examples of what is due at the desk: assignments, the home page, lists, and proposals that settle or renew inputs.

import assert from 'node:assert/strict';
import { type Example, example, today } from './example.ts';

export const DUE: readonly Example[] = [
  example({
    name: 'due.assign',
    by: 'reviewer',
    input: ({ world }) => ({
      provider: world.slugOf('FX-05'),
      input: 'insolvency_status',
      assignee: world.people.analyst.name,
      note: 'Ask the regulator.',
    }),
  }),
  example({
    name: 'desk.home',
    by: 'reviewer',
    input: () => ({}),
    after: (_, { is_first_visit, news }) => {
      assert.equal(is_first_visit, true);
      assert.ok(news.length > 0 && news.length <= 7);
    },
  }),
  example({ name: 'desk.setup', by: 'analyst', input: () => ({}) }),
  example({ name: 'desk.mails', by: 'analyst', input: () => ({}) }),
  example({
    name: 'desk.choose_mails',
    by: 'analyst',
    input: () => ({ digest: false, at_once: true }),
  }),
  example({
    name: 'desk.search',
    by: 'analyst',
    input: () => ({ query: 'INSOLV' }),
    after: (_, { data }) =>
      assert.deepEqual(
        data.filter(({ kind }) => kind !== 'document').map(({ kind, id }) => [kind, id]),
        [['input', 'insolvency_status']],
      ),
  }),
  example({
    name: 'due.assign_many',
    by: 'analyst',
    input: ({ world }) => ({
      inputs: [{ provider: world.slugOf('FX-04'), input: 'insolvency_status' }],
      assignee: world.people.reviewer.name,
    }),
  }),
  example({
    name: 'due.list',
    by: 'analyst',
    input: ({ world }) => ({ time: 'all', assignee: world.people.analyst.name }),
    after: ({ world }, { data }) => {
      assert.deepEqual(
        data.map(({ slug, input, assignee }) => [slug, input, assignee]),
        [[world.slugOf('FX-05'), 'insolvency_status', world.people.analyst.name]],
      );
    },
  }),
  example({ name: 'due.summary', by: 'reviewer', input: () => ({ time: 'all' }) }),
  example({ name: 'due.checks', by: 'reviewer', input: () => ({ time: 'all' }) }),
  example({ name: 'due.map', by: 'reviewer', input: () => ({ time: 'all' }) }),
  example({
    name: 'due.calendar',
    by: 'reviewer',
    input: () => ({ from: '2026-01-01', to: '2026-02-01' }),
  }),
  example({ name: 'due.sheet', by: 'analyst', input: () => ({ time: 'all' }) }),
  example({
    name: 'due.renewal',
    by: 'analyst',
    input: ({ world }) => ({
      rows: [
        {
          ...{ provider: world.slugOf('FX-05'), input: 'withdrawal_status', value: null },
          ...{ grade: 'A', evidence_date: null },
        },
      ],
    }),
  }),
  example({
    name: 'inputs.due',
    by: 'analyst',
    input: ({ world }) => ({ days: 30, missing: true, assignee: world.people.analyst.name }),
    after: ({ world }, { data }) => {
      assert.deepEqual(
        data.map(({ slug, input, note }) => [slug, input, note]),
        [[world.slugOf('FX-05'), 'insolvency_status', 'Ask the regulator.']],
      );
    },
  }),
  example({ name: 'inputs.approve', by: 'reviewer', input: ({ kept }) => ({ batch: kept.batch! }) }),
  example({
    name: 'inputs.renew',
    by: 'analyst',
    input: (story) => ({
      input: 'withdrawal_status',
      evidence: { kind: 'k', title: 't', evidence_date: today(story), grade: 'D' },
    }),
    after: ({ kept }, { proposal_ids }) => {
      kept.proposal = proposal_ids[0]!;
    },
  }),
  example({
    name: 'inputs.reject',
    by: 'reviewer',
    input: ({ kept }) => ({ proposals: [kept.proposal!], reason: 'Not checked.' }),
  }),
];
