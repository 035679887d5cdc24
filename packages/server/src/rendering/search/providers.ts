// Providers whose name the search matches, also withdrawn ones and former names and slugs.

import { IDENTIFIER_NAMES } from '@rf-indicators/contract/identifier-kinds';
import { fold, type ResultGroup, rankOfName, type SearchResult } from '@rf-indicators/contract/search';
import { identifiersIn } from '@rf-indicators/core/desk/providers/identifiers';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { type WithdrawnProvider, withdrawnProviders } from '@rf-indicators/core/desk/served/withdrawn';
import type { FoundByWords, NamedProvider, NameIndex } from '../names/name-index.ts';
import { shortDay } from '../pages/page-words.ts';
import type { Reading } from '../reading.ts';
import { nameInLine, scoreInWords } from '../wire/one-line-texts.ts';

/** Of four letters, one may be wrong. */
const LETTERS_PER_MISTAKE = 4;

export interface FoundProviders {
  group: ResultGroup;
  /** The one that matches best. */
  best: FoundByWords | null;
}

export async function findProviders(reading: Reading, query: string, most: number): Promise<FoundProviders> {
  const index = await reading.names();
  const identified = identifiedBy(index, query);
  const named = index
    .search(query)
    .filter(({ provider }) => identified.every((one) => one.provider !== provider));
  const found = [...identified, ...named].slice(0, most);
  const best = found[0] ?? null;
  return {
    group: {
      kind: 'provider',
      rank: best === null ? 0 : rankOfName(best.rank),
      results: await resultsOf(reading, found),
    },
    best,
  };
}

/** Those that have exactly this identifier. */
function identifiedBy(index: NameIndex, query: string): (FoundByWords & { note: string })[] {
  return identifiersIn(query).flatMap((identifier) => {
    const provider = index.byIdentifier(identifier);
    if (provider === undefined) return [];
    const note = `${IDENTIFIER_NAMES[identifier.kind]} ${identifier.value}`;
    return [{ provider, rank: 0 as const, folded: fold(provider.name), note }];
  });
}

/** Providers that were perhaps meant, if nothing is called as it was typed. */
export async function similarProviders(reading: Reading, query: string, most: number): Promise<ResultGroup> {
  const folded = fold(query);
  const mistakes = Math.floor(folded.length / LETTERS_PER_MISTAKE);
  const similar = mistakes === 0 ? [] : (await reading.names()).similar(folded, most, mistakes);
  const found = similar.map((provider) => ({ provider, folded: fold(provider.name) }));
  return { kind: 'similar', rank: 0, results: await resultsOf(reading, found) };
}

type Named = Pick<FoundByWords, 'provider' | 'folded'> & { note?: string };

async function resultsOf({ db }: Reading, found: readonly Named[]): Promise<SearchResult[]> {
  const ids = found.map(({ provider }) => provider.id);
  const served = new Map((await currentIndicators(db, ids)).map((one) => [one.providerId, one]));
  const others = ids.filter((id) => !served.has(id));
  const withdrawn = new Map(
    (await withdrawnProviders(db, { providerIds: others })).map((one) => [one.providerId, one]),
  );
  return found.map(({ provider, folded, note: why }) => {
    const { id, slug, name } = provider;
    const note = why ?? noteOf(provider, folded);
    return {
      title: nameInLine(name),
      address: `/providers/${slug}`,
      text: [stateOf(served.get(id), withdrawn.get(id))],
      ...(note === null ? {} : { note }),
    };
  });
}

function stateOf(served: ServedIndicator | undefined, withdrawn: WithdrawnProvider | undefined): string {
  if (served !== undefined) {
    const score = scoreInWords(served.riskBand, served.finalScore);
    return served.staleSince === null ? score : `${score} · stale`;
  }
  return withdrawn === undefined ? 'No current score' : `Withdrawn on ${shortDay(withdrawn.withdrawnAt)}`;
}

/** By which other name it was found; null if its name shows why. */
function noteOf(
  { name, slug, formerNames, otherNames, formerSlugs }: NamedProvider,
  by: string,
): string | null {
  if (fold(name) === by || slug === by) return null;
  const isIt = (text: string) => fold(text) === by;
  const former = formerNames.find(isIt);
  if (former !== undefined) return `formerly ${nameInLine(former)}`;
  const other = otherNames.find(isIt);
  if (other !== undefined) return `also called ${nameInLine(other)}`;
  const formerSlug = formerSlugs.find(isIt);
  return formerSlug === undefined ? null : `formerly at /providers/${formerSlug}`;
}
