// Examples of acts about books: from an empty book to its deletion, with a higher limit that takes two people.

import { performAct } from '@rf-indicators/core/acts/perform';
import { contentsOf, limitOf, limitsOf, positionOf } from '../../../../../test/support/books.ts';
import type { Story } from '../story.ts';
import { type Example, example, keep } from './example.ts';

const book = ({ kept }: Story) => ({ book: kept.book! });
const document = (most: string) => ({ ...limitsOf(limitOf('lending', most)) });

/** Gives the number of the request. */
async function askForMore({ services, callers, kept }: Story, most: string): Promise<void> {
  const { asked } = await performAct(services, callers.riskOfficer!, 'books.ask_limits', {
    ...{ book: kept.book!, document: document(most) },
  });
  kept.asked = String(asked!.number);
}

const asked = (story: Story) => ({ ...book(story), number: Number(story.kept.asked) });

export const BOOKS: readonly Example[] = [
  example({
    name: 'books.create',
    by: 'riskOfficer',
    input: () => ({ name: 'Treasury', currency: 'EUR' }),
    after: keep('book', 'id'),
  }),
  example({
    name: 'books.give_rights',
    by: 'admin',
    input: (story) => ({ ...book(story), person: 'Ada', rights: ['approve_limits'] }),
  }),
  example({ name: 'books.list', by: 'riskOfficer', input: () => ({}) }),
  example({ name: 'books.rights', by: 'admin', input: book }),
  example({
    name: 'books.save',
    by: 'riskOfficer',
    input: (story) => ({ ...book(story), contents: { ...contentsOf([positionOf('a', '100.00')]) } }),
  }),
  example({
    name: 'books.read_file',
    by: 'riskOfficer',
    input: (story) => ({
      ...book(story),
      file: { name: 'book.csv', base64: Buffer.from('Name;Net\r\nA;1').toString('base64') },
    }),
  }),
  example({
    name: 'books.find_names',
    by: 'riskOfficer',
    input: (story) => ({ ...book(story), names: [{ name: 'A' }] }),
  }),
  example({ name: 'books.versions', by: 'riskOfficer', input: book }),
  example({ name: 'books.contents', by: 'riskOfficer', input: book }),
  example({
    name: 'books.ask_limits',
    by: 'riskOfficer',
    input: (story) => ({ ...book(story), document: document('50') }),
  }),
  example({ name: 'books.limits', by: 'admin', input: book }),
  example({
    name: 'books.approve_limits',
    by: 'admin',
    before: (story) => askForMore(story, '60'),
    input: asked,
  }),
  example({
    name: 'books.refuse_limits',
    by: 'riskOfficer',
    before: (story) => askForMore(story, '70'),
    input: asked,
  }),
  example({ name: 'books.settings', by: 'admin', input: book }),
  example({
    name: 'books.change_settings',
    by: 'riskOfficer',
    input: (story) => ({ ...book(story), policy: 'lender', amounts_to: ['mail'] }),
  }),
  example({
    name: 'books.show',
    by: 'riskOfficer',
    input: (story) => ({ ...book(story), since: '2026-04-01' }),
  }),
  example({ name: 'books.positions', by: 'riskOfficer', input: book }),
  example({ name: 'books.report', by: 'riskOfficer', input: book }),
  example({ name: 'books.request_scores', by: 'riskOfficer', input: book }),
  example({ name: 'books.coverage', by: 'riskOfficer', input: book }),
  example({
    name: 'books.rename',
    by: 'riskOfficer',
    input: (story) => ({ ...book(story), name: 'Treasury 2' }),
  }),
  example({
    name: 'books.take_rights',
    by: 'admin',
    input: (story) => ({ ...book(story), person: 'Ada', rights: ['approve_limits'] }),
  }),
  example({
    name: 'books.delete',
    by: 'riskOfficer',
    input: (story) => ({ ...book(story), name: 'Treasury 2' }),
  }),
];
