// Examples of entering inputs: documents, proposals, checks, drafts and templates.

import assert from 'node:assert/strict';
import { graded } from '../../../../../test/support/evidence.ts';
import { type Example, example, keep, report, today } from './example.ts';

const DRAFT = {
  draft: '019a0000-0000-7000-8000-000000000001',
  title: 'Attestation',
  rows: 1,
  content: { rows: [{ value: '1' }] },
};

export const ENTRY: readonly Example[] = [
  example({ name: 'evidence.store_document', by: 'analyst', input: () => report }),
  example({
    name: 'inputs.propose',
    by: 'analyst',
    input: (story) => ({
      rows: [
        {
          value: {
            provider: story.world.slugOf('FX-05'),
            input: 'insolvency_status',
            value: 'none',
            note: 'The court has no case of theirs.',
            evidence: { ...graded('A'), title: 't', evidence_date: today(story), document: 'report' },
          },
        },
      ],
      documents: { report: { ...report, base64: Buffer.from('another report').toString('base64') } },
    }),
    after: keep('batch', 'batch_id'),
  }),
  example({
    name: 'inputs.check',
    by: 'reviewer',
    input: ({ world }) => ({
      rows: [
        { place: 'line 2', value: { provider: world.slugOf('FX-05'), input: 'yield_max', value: 'high' } },
      ],
    }),
    after: (_, { problems }) => {
      assert.deepEqual(
        problems.map(({ place, code }) => [place, code]),
        [
          ['line 2, evidence', 'missing'],
          ['line 2, value', 'not_percent'],
        ],
      );
    },
  }),
  example({
    name: 'entry.framework',
    by: 'analyst',
    input: () => ({}),
    after: (_, { evidence_rules }) => assert.equal(evidence_rules, '1'),
  }),
  example({
    name: 'entry.basis',
    by: 'analyst',
    input: ({ world }) => ({ providers: [world.slugOf('FX-05'), 'Nobody'], currencies: ['USD'] }),
    after: ({ world }, { found, providers, paying }) => {
      assert.deepEqual(found, { [world.slugOf('FX-05')]: world.slugOf('FX-05') });
      assert.ok(providers.some(({ slug, rows }) => slug === world.slugOf('FX-05') && rows.length > 0));
      assert.ok(paying.USD! > 0);
    },
  }),
  example({
    name: 'entry.providers',
    by: 'analyst',
    input: ({ world }) => ({ text: world.slugOf('FX-05').slice(0, 4) }),
    after: ({ world }, { data }) => {
      assert.ok(data.some(({ slug }) => slug === world.slugOf('FX-05')));
    },
  }),
  example({
    name: 'drafts.save',
    by: 'analyst',
    input: () => ({ ...DRAFT, seen: 0, writer: 'a page' }),
    after: (_, { version }) => assert.equal(version, 1),
  }),
  example({
    name: 'drafts.list',
    by: 'analyst',
    input: () => ({}),
    after: (_, { data }) => {
      assert.deepEqual(
        data.map(({ id, row_count }) => [id, row_count]),
        [[DRAFT.draft, 1]],
      );
    },
  }),
  example({
    name: 'drafts.show',
    by: 'analyst',
    input: () => ({ draft: DRAFT.draft }),
    after: (_, { content }) => assert.deepEqual(content, DRAFT.content),
  }),
  example({ name: 'drafts.discard', by: 'analyst', input: () => ({ draft: DRAFT.draft }) }),
  example({ name: 'templates.providers', by: 'analyst', input: () => ({}) }),
  example({
    name: 'templates.inputs',
    by: 'analyst',
    input: ({ world }) => ({ providers: [world.slugOf('FX-05')] }),
  }),
];
