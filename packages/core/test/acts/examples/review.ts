// Examples of reviewing proposed inputs: what is open, its evidence, questions and decisions.

import assert from 'node:assert/strict';
import { type Example, example } from './example.ts';

export const REVIEW: readonly Example[] = [
  example({
    name: 'inputs.list',
    by: 'officer',
    input: () => ({ status: 'open' }),
    after: ({ kept }, { data }) => {
      const own = data.find(({ batch_id }) => batch_id === kept.batch)!;
      kept.open = own.id;
      kept.evidence = own.evidence.id;
      kept.counts = own.current?.value ?? '';
    },
  }),
  example({ name: 'inputs.count', by: 'reviewer', input: () => ({}) }),
  example({ name: 'inputs.choices', by: 'reviewer', input: () => ({}) }),
  example({ name: 'inputs.show', by: 'reviewer', input: ({ kept }) => ({ proposal: kept.open! }) }),
  example({ name: 'evidence.list', by: 'reviewer', input: ({ kept }) => ({ batch: kept.batch! }) }),
  example({ name: 'evidence.show', by: 'reviewer', input: ({ kept }) => ({ evidence: kept.evidence! }) }),
  example({
    name: 'evidence.open',
    by: 'reviewer',
    input: ({ kept }) => ({ evidence: kept.evidence! }),
    after: (_, { base64 }) => {
      assert.equal(Buffer.from(base64, 'base64').toString(), 'another report');
    },
  }),
  example({
    name: 'evidence.shown',
    by: 'reviewer',
    input: ({ kept }) => ({ evidence: kept.evidence!, how: 'page' as const }),
  }),
  example({
    name: 'inputs.ask',
    by: 'reviewer',
    input: ({ kept }) => ({ proposal: kept.open!, question: 'Which page?' }),
  }),
  example({
    name: 'inputs.answer',
    by: 'analyst',
    input: ({ kept }) => ({ proposal: kept.open!, answer: 'The first one.' }),
  }),
  example({
    name: 'inputs.decide',
    by: 'reviewer',
    input: ({ kept }) => ({
      verdict: 'approve' as const,
      proposals: [{ proposal: kept.open!, seen: kept.counts || null }],
    }),
  }),
  example({
    name: 'inputs.take_back',
    by: 'reviewer',
    input: ({ kept }) => ({ proposals: [kept.open!] }),
  }),
];
