// Finds the provider of each position by its name and its identifiers. Only an exact match or a known other name is taken; a
// similar name is offered to choose from.

import { fold } from '@rf-indicators/contract/fold';
import type { Identifiers, MappedPosition } from './row-questions.ts';

export interface NamedProvider {
  id: string;
  slug: string;
  name: string;
}

export interface Resolution {
  input: string;
  certainty: 'exact' | 'former_or_other_name' | 'similar' | 'none';
  provider: NamedProvider | null;
  /** A sentence. */
  why: string;
  /** Likeness in whole per cent. */
  candidates: { provider: NamedProvider; likeness: number }[];
}

/** Answers each text once, in the order of the texts. */
export type Resolve = (texts: readonly string[]) => Promise<readonly Resolution[]> | readonly Resolution[];

/** What somebody chose for a written name; no provider means no score. */
export interface NameChoice {
  name: string;
  provider: NamedProvider | null;
}

export interface NameMatch {
  name: string;
  identifiers: Identifiers;
  rows: number[];
  /** "choose" asks for a choice. "none" is a name without score until somebody chooses. */
  state: 'matched' | 'choose' | 'none';
  /** What decided; null if nothing did. */
  by: 'choice' | 'earlier_choice' | 'name' | keyof Identifiers | null;
  provider: NamedProvider | null;
  why: string;
  candidates: Resolution['candidates'];
}

export interface MatchedPositions {
  positions: MappedPosition[];
  names: NameMatch[];
}

export async function matchNames(
  positions: readonly MappedPosition[],
  resolve: Resolve,
  earlier: readonly NameChoice[] = [],
  chosen: readonly NameChoice[] = [],
): Promise<MatchedPositions> {
  const groups = Map.groupBy(positions, ({ position, identifiers }) =>
    JSON.stringify([fold(position.name), identifiers.lei, identifiers.isin, identifiers.ticker]),
  );
  const texts = new Set(positions.flatMap((one) => textsOf(one).map(([, text]) => text)));
  const results = texts.size === 0 ? [] : await resolve([...texts]);
  const resolutions = new Map(results.map((result) => [result.input, result]));
  const byName = (choices: readonly NameChoice[]) =>
    new Map(choices.map((choice) => [fold(choice.name), choice]));
  const [earlierChoices, choices] = [byName(earlier), byName(chosen)];
  const names = [...groups.values()].map((group) => {
    const [first] = group as [MappedPosition];
    const key = fold(first.position.name);
    const found = textsOf(first).flatMap(([by, text]) => {
      const resolution = resolutions.get(text);
      return resolution === undefined ? [] : { by, resolution };
    });
    return {
      name: first.position.name,
      identifiers: first.identifiers,
      rows: group.flatMap(({ rows }) => rows),
      ...(chosenNow(found, choices.get(key)) ?? decide(found, earlierChoices.get(key))),
    };
  });
  const matches = new Map(
    [...groups.values()].flatMap((group, index) => group.map((one) => [one, names[index]!])),
  );
  const withProviders = positions.map((one) => {
    const { state, provider } = matches.get(one)!;
    return {
      ...one,
      position: { ...one.position, provider: state === 'matched' ? (provider?.id ?? null) : null },
    };
  });
  return { positions: withProviders, names };
}

type By = 'name' | keyof Identifiers;

/** Identifiers first: they are surer than names. */
function textsOf({ position, identifiers }: MappedPosition): [By, string][] {
  const { lei, isin, ticker } = identifiers;
  const all: [By, string | null][] = [
    ['lei', lei],
    ['isin', isin],
    ['ticker', ticker],
    ['name', position.name],
  ];
  return all.filter((entry): entry is [By, string] => entry[1] !== null);
}

interface Found {
  by: By;
  resolution: Resolution;
}

type Decided = Pick<NameMatch, 'state' | 'by' | 'provider' | 'why' | 'candidates'>;

/** Whoever chooses has seen what else is known. */
function chosenNow(found: readonly Found[], choice: NameChoice | undefined): Decided | null {
  if (choice === undefined) return null;
  const { provider } = choice;
  const why =
    provider === null ? 'You chose no provider, so it has no score.' : `You chose ${provider.name}.`;
  const state = provider === null ? 'none' : 'matched';
  return { state, by: 'choice', provider, why, candidates: candidatesOf(found) };
}

function decide(found: readonly Found[], choice: NameChoice | undefined): Decided {
  const certain = found.filter(
    ({ resolution: { certainty, provider } }) =>
      provider !== null && (certainty === 'exact' || certainty === 'former_or_other_name'),
  );
  const candidates = candidatesOf(found);
  if (choice !== undefined) {
    const against = certain.find(
      ({ by, resolution }) => by !== 'name' && resolution.provider!.id !== choice.provider?.id,
    );
    const chosen = choice.provider === null ? 'no score' : choice.provider.name;
    if (against === undefined) {
      const why = `An earlier version of the book has the choice "${chosen}" for this name.`;
      return { state: 'matched', by: 'earlier_choice', provider: choice.provider, why, candidates };
    }
    const why = `An earlier version of the book has the choice "${chosen}", but the ${labelOf(against.by)} is that of ${against.resolution.provider!.name}.`;
    return { state: 'choose', by: null, provider: null, why, candidates };
  }
  const [first] = certain;
  if (first !== undefined) {
    const { provider, why } = first.resolution;
    const other = certain.find(({ resolution }) => resolution.provider!.id !== provider!.id);
    if (other === undefined) return { state: 'matched', by: first.by, provider, why, candidates };
    const conflict = `The ${labelOf(first.by)} is that of ${provider!.name}, and the ${labelOf(other.by)} is that of ${other.resolution.provider!.name}.`;
    return { state: 'choose', by: null, provider: null, why: conflict, candidates };
  }
  const why = found.find(({ by }) => by === 'name')!.resolution.why;
  return { state: candidates.length > 0 ? 'choose' : 'none', by: null, provider: null, why, candidates };
}

/** Each provider once, the likest first. */
function candidatesOf(found: readonly Found[]): Resolution['candidates'] {
  const all = found.flatMap(({ resolution: { provider, certainty, candidates } }) =>
    provider === null
      ? candidates
      : [{ provider, likeness: certainty === 'similar' ? 0 : 100 }, ...candidates],
  );
  const likest = new Map<string, Resolution['candidates'][number]>();
  for (const one of all) {
    if ((likest.get(one.provider.id)?.likeness ?? -1) < one.likeness) likest.set(one.provider.id, one);
  }
  return [...likest.values()].sort((a, b) => b.likeness - a.likeness);
}

function labelOf(by: By): string {
  return by === 'lei' || by === 'isin' ? by.toUpperCase() : by;
}
