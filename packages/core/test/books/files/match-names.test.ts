// Names of a file and their providers: what is taken, and what somebody has to choose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns } from '@rf-indicators/core/books/files/guess-columns';
import { mapRows } from '@rf-indicators/core/books/files/map-rows';
import { matchNames, type NamedProvider, type Resolution } from '@rf-indicators/core/books/files/match-names';
import { readTable } from '@rf-indicators/core/books/files/read-table';
import type { Identifiers, MappedPosition } from '@rf-indicators/core/books/files/row-questions';
import { messyCsv, NAMES } from './messy-book.ts';

const provider = (id: string): NamedProvider => ({ id, slug: id, name: `Provider ${id}` });

const FOUND: Record<string, Partial<Resolution>> = {
  Alpha: { certainty: 'exact', provider: provider('a') },
  'Old Alpha': { certainty: 'former_or_other_name', provider: provider('a') },
  Alfa: {
    certainty: 'similar',
    provider: provider('a'),
    candidates: [{ provider: provider('b'), likeness: 70 }],
  },
  LEI_A: { certainty: 'exact', provider: provider('a') },
  LEI_B: { certainty: 'exact', provider: provider('b') },
};

function resolve(texts: readonly string[]): Resolution[] {
  return texts.map((input) => ({
    ...{ input, certainty: 'none', provider: null, why: `About ${input}.`, candidates: [] },
    ...FOUND[input],
  }));
}

let row = 1;
function position(name: string, identifiers: Partial<Identifiers> = {}): MappedPosition {
  row += 1;
  return {
    rows: [row],
    identifiers: { lei: null, isin: null, ticker: null, ...identifiers },
    position: {
      ...{ id: `r${row}`, name, provider: null, currency: 'EUR', gross: null, collateral: null, net: '1' },
      ...{ group: null, maturity: null, note: null, tags: [] },
    },
  };
}

async function only(...args: Parameters<typeof matchNames>) {
  const { names, positions } = await matchNames(...args);
  const { state, by, provider: found, why, candidates } = names[0]!;
  assert.equal(positions[0]?.position.provider, found?.id ?? null);
  return { state, by, id: found?.id ?? null, why, candidates: candidates.map((one) => one.provider.id) };
}

test('an exact name and a known other name are taken', async () => {
  assert.deepEqual(await only([position('Alpha')], resolve), {
    ...{ state: 'matched', by: 'name', id: 'a', why: 'About Alpha.', candidates: ['a'] },
  });
  assert.equal((await only([position('Old Alpha')], resolve)).state, 'matched');
});

test('a similar name is offered and never taken, and an unknown name has no provider', async () => {
  assert.deepEqual(await only([position('Alfa')], resolve), {
    ...{ state: 'choose', by: null, id: null, why: 'About Alfa.', candidates: ['b', 'a'] },
  });
  assert.deepEqual(await only([position('Xq')], resolve), {
    ...{ state: 'none', by: null, id: null, why: 'About Xq.', candidates: [] },
  });
});

test('an identifier decides for a name that is not known, and is asked about if the name is that of another', async () => {
  assert.deepEqual(await only([position('Xq', { lei: 'LEI_B' })], resolve), {
    ...{ state: 'matched', by: 'lei', id: 'b', why: 'About LEI_B.', candidates: ['b'] },
  });
  const { state, why, candidates } = await only([position('Alpha', { lei: 'LEI_B' })], resolve);
  assert.deepEqual(
    [state, why, candidates],
    ['choose', 'The LEI is that of Provider b, and the name is that of Provider a.', ['b', 'a']],
  );
});

test('a choice of an earlier version is taken over and said, unless an identifier is that of another provider', async () => {
  const chosen = [
    { name: 'ALFA', provider: provider('b') },
    { name: 'Xq', provider: null },
  ];
  assert.deepEqual(await only([position('Alfa')], resolve, chosen), {
    ...{ state: 'matched', by: 'earlier_choice', id: 'b' },
    ...{
      why: 'An earlier version of the book has the choice "Provider b" for this name.',
      candidates: ['b', 'a'],
    },
  });
  const noScore = await only([position('Xq')], resolve, chosen);
  assert.deepEqual([noScore.state, noScore.by, noScore.id], ['matched', 'earlier_choice', null]);
  assert.match(noScore.why, /the choice "no score" for this name/);
  const against = await only([position('Alfa', { lei: 'LEI_A' })], resolve, chosen);
  assert.deepEqual(
    [against.state, against.why],
    [
      'choose',
      'An earlier version of the book has the choice "Provider b", but the LEI is that of Provider a.',
    ],
  );
});

test('a choice of now outweighs everything that is known, also the choice of no provider', async () => {
  const none = [{ name: 'ALPHA', provider: null }];
  assert.deepEqual(await only([position('Alpha', { lei: 'LEI_A' })], resolve, [], none), {
    ...{ state: 'none', by: 'choice', id: null },
    ...{ why: 'You chose no provider, so it has no score.', candidates: ['a'] },
  });
  const chosen = [{ name: 'Alfa', provider: provider('b') }];
  const earlier = [{ name: 'Alfa', provider: provider('a') }];
  const { state, by, id, why } = await only([position('Alfa')], resolve, earlier, chosen);
  assert.deepEqual([state, by, id, why], ['matched', 'choice', 'b', 'You chose Provider b.']);
});

test('each written name is asked about once, with all its rows', async () => {
  const asked: string[][] = [];
  const { names } = await matchNames(
    [position('Alpha'), position('ALPHA'), position('Alpha', { ticker: 'ALP' })],
    (texts) => {
      asked.push([...texts]);
      return resolve(texts);
    },
  );
  assert.deepEqual(asked, [['Alpha', 'ALPHA', 'ALP']]);
  assert.deepEqual(
    names.map(({ rows }) => rows.length),
    [2, 1],
  );
});

test('the names of a messy book', async () => {
  const answer = await readTable(Buffer.from(messyCsv()), 'book.csv');
  if (answer.kind !== 'table') return assert.fail();
  const guess = guessColumns(answer.table);
  const { positions } = mapRows(answer.table, guess, { missing: 'leave_out', footer: 'leave_out' });
  const certainties = new Map<string, Resolution['certainty']>(NAMES);
  const { names } = await matchNames(positions, (texts) =>
    texts.map((input) => {
      const certainty = certainties.get(input) ?? 'none';
      const found = certainty === 'none' || certainty === 'similar' ? null : provider(input);
      const candidates = certainty === 'similar' ? [{ provider: provider('x'), likeness: 80 }] : [];
      return { input, certainty, provider: found, why: 'So.', candidates };
    }),
  );
  const stateOf = (name: string) => names.find((one) => one.name === name)?.state;
  assert.equal(stateOf('Alderbrook SPV 2024-1 Ltd'), 'choose');
  assert.equal(stateOf('Alderbrook Custdy'), 'choose');
  assert.equal(stateOf('Xq Holdings'), 'none');
  assert.equal(stateOf('Keepsafe Inc.'), 'matched');
});
