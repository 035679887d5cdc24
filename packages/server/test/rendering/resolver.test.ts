// Which provider a name or an identifier of a book means, among providers that the test makes up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '@rf-indicators/contract/search';
import fc from 'fast-check';
import { cases } from '../../../../test/support/counts.ts';
import type { NamedProvider } from '../../src/rendering/names/name-index.ts';
import { Resolver } from '../../src/rendering/names/resolver.ts';

const NOTHING = { formerNames: [], otherNames: [], formerSlugs: [], slugs: [], identifiers: [] };

function provider(number: number, name: string, more: Partial<NamedProvider> = {}): NamedProvider {
  const slug = fold(name).replaceAll(' ', '-');
  const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return { id, slug, name, ...NOTHING, isWithdrawn: false, ...more };
}

const STRIKE = provider(1, 'Strike', {
  formerNames: ['Zap Solutions'],
  otherNames: ['Strike App'],
  formerSlugs: ['zap'],
  identifiers: [
    { kind: 'lei', value: 'HWUPKR0MPOU8FGXBT394' },
    { kind: 'ticker', value: 'STRC' },
    { kind: 'domain', value: 'strike.example' },
  ],
});
const PROVIDERS = [
  STRIKE,
  provider(2, 'Crédit Soleil', { isWithdrawn: true }),
  provider(3, 'Twin'),
  provider(4, 'Twin', { slug: 'twin-2' }),
  provider(5, 'Nova Lending', { formerNames: ['Luna'] }),
  provider(6, 'Luna'),
];
const resolver = await Resolver.of(PROVIDERS, async () => undefined);
const resolve = (input: string) => resolver.resolve(input);

test('names, slugs, ids and identifiers are exact; former and other names say so', () => {
  for (const [input, certainty, by, name] of [
    ['Strike', 'exact', 'name', 'Strike'],
    ['  sTRIKE ', 'exact', 'name', 'Strike'],
    ['credit  SOLEIL', 'exact', 'name', 'Crédit Soleil'],
    ['nova-lending', 'exact', 'slug', 'Nova Lending'],
    [STRIKE.id, 'exact', 'id', 'Strike'],
    ['hwupkr0mpou8fgxbt394', 'exact', 'lei', 'Strike'],
    ['STRC', 'exact', 'ticker', 'Strike'],
    ['Strike.Example', 'exact', 'domain', 'Strike'],
    ['Zap Solutions', 'former_or_other_name', 'former_name', 'Strike'],
    ['strike app', 'former_or_other_name', 'other_name', 'Strike'],
    ['zap', 'former_or_other_name', 'former_slug', 'Strike'],
  ] as const) {
    const found = resolve(input);
    assert.deepEqual([found.certainty, found.matched_by, found.provider?.name], [certainty, by, name], input);
    assert.deepEqual([found.input, found.candidates], [input, []]);
  }
  assert.equal(resolve('Crédit Soleil').provider!.state, 'withdrawn');
  assert.match(resolve('Crédit Soleil').why, /Its indicator was withdrawn\.$/);
  assert.equal(resolve('STRC').why, 'It is the ticker of Strike.');
});

test('another legal form or a part of a group is never the provider itself', () => {
  for (const input of [
    'Strike Ltd',
    'Strike OU',
    'Strike Trust',
    'Strike Fund II',
    'Strike SPV 3 Limited',
    'Strke',
    'Novalending',
    'strc',
    'Nova',
  ]) {
    const { certainty, provider: found, candidates, why } = resolve(input);
    assert.equal(found, null, input);
    if (certainty === 'none') continue;
    assert.equal(certainty, 'similar');
    assert.ok(candidates.length > 0);
    assert.match(why, /may be another legal entity/);
  }
  assert.deepEqual(resolve('Strike Ltd').candidates, [
    { id: STRIKE.id, slug: 'strike', name: 'Strike', state: 'published', likeness: 77 },
  ]);
  assert.equal(resolve('Nova').candidates[0]!.name, 'Nova Lending');
});

test('what fits several providers is none of them', () => {
  for (const input of ['Twin', 'luna']) {
    const { certainty, matched_by, provider: found, candidates } = resolve(input);
    assert.deepEqual([certainty, matched_by, found], ['similar', 'several', null], input);
    assert.deepEqual(
      candidates.map(({ likeness }) => likeness),
      [100, 100],
    );
  }
});

test('an identifier that is wrong or unknown is none, and the answer says which', () => {
  assert.match(resolve('HWUPKR0MPOU8FGXBT395').why, /check digits do not match/);
  assert.equal(resolve('US0378331005').why, 'No published provider has this ISIN on record.');
  for (const input of ['HWUPKR0MPOU8FGXBT395', 'US0378331005', '   ', '—', '\u0000', '%'.repeat(300)])
    assert.deepEqual([resolve(input).certainty, resolve(input).candidates], ['none', []], input);
});

test('a name that is not exactly known never has a provider', () => {
  const known = new Set(
    PROVIDERS.flatMap(({ id, slug, name, formerNames, otherNames, formerSlugs, identifiers }) => [
      ...[id, slug, name, ...formerNames, ...otherNames, ...formerSlugs],
      ...identifiers.map(({ value }) => value),
    ]).map(fold),
  );
  const near = fc
    .tuple(
      fc.constantFrom(...PROVIDERS.map(({ name }) => name)),
      fc.constantFrom('', ' Ltd', ' Trust', '.', ' II', 's', ' (SPV)', 'é'),
      fc.nat(12),
      fc.string({ maxLength: 2 }),
    )
    .map(([name, ending, at, put]) => `${name.slice(0, at)}${put}${name.slice(at)}${ending}`);
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (input) => {
      const found = resolve(input);
      assert.equal(found.input, input);
      if (!known.has(fold(input))) assert.equal(found.provider, null, input);
      assert.equal(found.provider === null, !['exact', 'former_or_other_name'].includes(found.certainty));
      assert.deepEqual(resolve(input), found, 'always the same');
    }),
    { numRuns: cases(200, 20_000) },
  );
});
