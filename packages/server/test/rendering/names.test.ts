// Names: found by every way they may be written, and never the wrong provider. Five thousand generated ones, most of
// which are near to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugOf } from '@rf-indicators/core/desk/providers/provider-record';
import { fold } from '@rf-indicators/core/store/fold';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { type NamedProvider, NameIndex } from '../../src/rendering/names/name-index.ts';

const PROVIDERS = 5000;
const next = seededNumbers(71);
const pick = <T>(from: readonly T[]): T => from[next(from.length)]!;

const ROOTS = [
  'Brook',
  'Brooks',
  'Brück',
  'Café',
  'Crédit',
  'Credit',
  'Ørsted',
  'Łódka',
  'Straße',
  'Strasse',
  'Élan',
];
const TAILS = [
  'Capital',
  'Capitál',
  'Lending',
  'Yield',
  'Treasury',
  'Trust',
  'Vault',
  'Vaults',
  'Ltd',
  'LTD',
  '',
];

/** A small change, so that there is somebody near. */
function near(name: string): string {
  const at = next(name.length);
  switch (next(6)) {
    case 0:
      return name.slice(0, at) + name.slice(at + 1) || name;
    case 1:
      return `${name.slice(0, at)}${pick(['a', 'e', 'i', 'x', ' ', '-'])}${name.slice(at)}`;
    case 2:
      return name.toUpperCase();
    case 3:
      return name.normalize('NFD').replace(/\p{M}/gu, '');
    case 4:
      return `${name} II`;
    default:
      return name.replace('e', 'é');
  }
}

function generated(): NamedProvider[] {
  const providers: NamedProvider[] = [];
  const slugs = new Set<string>();
  const freeSlug = (name: string) => {
    const base = slugOf(name) || 'provider';
    let slug = base;
    for (let number = 2; slugs.has(slug); number += 1) slug = `${base}-${number}`;
    slugs.add(slug);
    return slug;
  };
  for (let number = 0; number < PROVIDERS; number += 1) {
    const fresh = `${pick(ROOTS)}${pick(ROOTS).toLowerCase()} ${pick(TAILS)}`.trim();
    // As records are: trimmed.
    const name = (number > 10 && next(3) > 0 ? near(pick(providers).name) : fresh).trim() || fresh;
    const formerNames = next(5) === 0 ? [next(2) === 0 ? near(name) : `${fresh} Holdings`] : [];
    const formerSlugs = next(10) === 0 ? [freeSlug(`${name} old`)] : [];
    const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
    const slug = freeSlug(name);
    const rest = { otherNames: [], identifiers: [], isWithdrawn: false };
    providers.push({ id, slug, name, formerNames, formerSlugs, slugs: formerSlugs, ...rest });
  }
  return providers;
}

const providers = generated();
const index = new NameIndex(providers);

const foldedNames = new Map(
  providers.map((provider) => {
    const { name, formerNames, slug, formerSlugs } = provider;
    return [provider, [name, ...formerNames, slug, ...formerSlugs].map(fold)];
  }),
);
/** To look at everyone takes long: the short form does so for one text in four. */
const isChecked = (at: number) => cases(at % 4 === 0, true);
const exactNames = Map.groupBy(providers, ({ name }) => name.normalize('NFC'));

/** The same by looking at everyone: what a name may mean, in the words of the contract. */
function meant(text: string): NamedProvider[] {
  const exact = exactNames.get(text.normalize('NFC').trim());
  if (exact) return exact;
  const folded = fold(text);
  const alike = providers.filter((provider) => foldedNames.get(provider)!.includes(folded));
  if (alike.length > 0) return alike;
  return providers.filter((provider) => foldedNames.get(provider)!.some((name) => name.startsWith(folded)));
}

function ask(text: string, wanted: NamedProvider): 'found' | 'ambiguous' {
  const match = index.find(text);
  if ('provider' in match) {
    const others = meant(text);
    assert.deepEqual([match.provider.id, others.length], [others[0]?.id, 1], `${text} for ${wanted.name}`);
    // The holder of the very name goes before one who had it once.
    const isMeant =
      match.provider === wanted || match.provider.name.normalize('NFC') === text.normalize('NFC');
    assert.ok(isMeant, `${text} was asked for ${wanted.name}, and gave ${match.provider.name}`);
    return 'found';
  }
  assert.equal(match.fits, 'several', `${text} is not found at all, though it is a name of ${wanted.name}`);
  assert.ok(meant(text).length > 1, `${text} is no ambiguous name`);
  return 'ambiguous';
}

const WAYS: Record<string, (provider: NamedProvider) => string | undefined> = {
  'exact name': ({ name }) => name,
  'other case': ({ name }) => (next(2) === 0 ? name.toUpperCase() : name.toLowerCase()),
  'accents left out': ({ name }) => name.normalize('NFD').replace(/\p{M}/gu, ''),
  'old name': ({ formerNames }) => formerNames[0],
  slug: ({ slug }) => slug,
  'old slug': ({ formerSlugs }) => formerSlugs[0],
  'in the other normal form, with spaces around it': ({ name }) => `  ${name.normalize('NFD')} `,
};

for (const [way, write] of Object.entries(WAYS)) {
  test(`by ${way}: the right provider, or the candidates where it is not the only one`, () => {
    const outcomes = { found: 0, ambiguous: 0 };
    for (let at = 0; at < cases(700, PROVIDERS); at += 1) {
      const provider = cases(0, 1) === 1 ? providers[at]! : pick(providers);
      const text = write(provider);
      if (text !== undefined && isChecked(at)) outcomes[ask(text, provider)] += 1;
    }
    assert.ok(outcomes.found > 0, JSON.stringify(outcomes));
  });
}

test('by a beginning: only where one provider has it', () => {
  let unique = 0;
  for (let at = 0; at < cases(700, PROVIDERS); at += 1) {
    const provider = pick(providers);
    const text = fold(provider.name).slice(0, 2 + next(provider.name.length));
    if (text.trim().length < 2 || !isChecked(at)) continue;
    const match = index.find(text);
    const others = meant(text);
    if ('provider' in match) {
      assert.deepEqual(
        [match.provider.id],
        others.map(({ id }) => id),
        text,
      );
      if (match.by === 'prefix') unique += 1;
    } else assert.ok(others.length > 1, `${text} means ${others.map(({ name }) => name)}`);
  }
  assert.ok(unique > 5, `${unique} beginnings were unique`);
});

test('a name that is nearly right finds nobody, and the one it is near to is among the nearest', () => {
  let tried = 0;
  let told = 0;
  for (let at = 0; at < cases(300, 3000); at += 1) {
    const provider = pick(providers);
    const text = `${near(near(provider.name))}q`;
    if (!isChecked(at)) continue;
    const match = index.find(text);
    const others = meant(text);
    if ('provider' in match) {
      assert.deepEqual(
        others.map(({ id }) => id),
        [match.provider.id],
        text,
      );
      continue;
    }
    if (match.fits === 'several') continue;
    assert.deepEqual(others, [], text);
    assert.ok(match.candidates.length <= 5);
    tried += 1;
    if (match.candidates.some(({ name }) => fold(name).slice(0, 4) === fold(text).slice(0, 4))) told += 1;
  }
  assert.ok(told > 0.8 * tried, `${told} of ${tried} nearest names are near`);
});

test('a search finds whoever has the words in a name, the best match first, each once', () => {
  for (let at = 0; at < cases(50, 500); at += 1) {
    const { name } = pick(providers);
    const from = next(Math.max(1, name.length - 3));
    const text = name.slice(from, from + 3 + next(6));
    if (fold(text) === '') continue;
    const found = index.search(text).map(({ provider }) => provider);
    assert.equal(new Set(found).size, found.length);
    const words = fold(text).split(' ');
    const holders = providers.filter((one) => {
      const held = foldedNames.get(one)!.slice(0, 1 + one.formerNames.length);
      return held.some((folded) => words.every((word) => folded.includes(word)));
    });
    for (const holder of holders) assert.ok(found.includes(holder), `${text} does not find ${holder.name}`);
  }
});

test('one letter is no name', () => {
  const alone = new NameIndex([
    {
      ...{
        id: 'a',
        slug: 'quill',
        name: 'Quill',
        formerNames: [],
        otherNames: [],
        formerSlugs: [],
        slugs: [],
      },
      ...{ identifiers: [], isWithdrawn: false },
    },
  ]);
  assert.ok('fits' in alone.find('q'));
  assert.ok('provider' in alone.find('qu'));
  assert.ok('fits' in alone.find(' '));
});

test('letters are compared without what typesetting adds', () => {
  for (const [written, plain] of [
    ['Café', 'cafe'],
    ['STRASSE', 'straße'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['O’Brien – Sons', "o'brien - sons"],
    ['ＦＵＬＬ', 'full'],
    ['a\u200bb\u00adc', 'abc'],
    ['ΣΊΣΥΦΟΣ', 'σισυφος'],
  ] as const) {
    assert.equal(fold(written), fold(plain), `${written} and ${plain}`);
  }
});
