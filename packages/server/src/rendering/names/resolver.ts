// Says which provider a name or an identifier of a book means. Only what is exactly known is resolved: a similar name is often
// that of another legal entity.

import {
  type Identifier,
  MOST_CANDIDATES,
  type Resolution,
  type ResolutionCandidate,
  type ResolvedProvider,
} from '@rf-indicators/contract';
import { IDENTIFIER_NAMES } from '@rf-indicators/contract/identifier-kinds';
import { fold } from '@rf-indicators/contract/search';
import {
  checkDigitProblem,
  identifierKey,
  identifiersIn,
} from '@rf-indicators/core/desk/providers/identifiers';
import { byCodePoint } from '../code-points.ts';
import { LikenessIndex } from './likeness.ts';
import type { NamedProvider } from './name-index.ts';

type MatchedBy = NonNullable<Resolution['matched_by']>;
type Certainty = Resolution['certainty'];

interface Match {
  provider: NamedProvider;
  by: MatchedBy;
}

/** The first that applies is told. */
const KINDS_OF_NAMES = ['id', 'name', 'slug', 'former_name', 'other_name', 'former_slug'] as const;
const FORMER: ReadonlySet<MatchedBy> = new Set(['former_name', 'other_name', 'former_slug']);
/** Nobody writes these as a name. */
const NEVER_NAMES: readonly Identifier['kind'][] = ['lei', 'isin', 'address'];
/** Others are served between these portions. */
const ADDED_AT_ONCE = 500;

const ANOTHER_ENTITY =
  'It may be another legal entity, such as a subsidiary, a fund or a special-purpose vehicle, so no provider is assumed.';

export class Resolver {
  readonly #byIdentifier = new Map<string, Match[]>();
  readonly #byName = new Map<string, Match[]>();
  /** The names that are compared, by their indexes there. */
  readonly #compared: { provider: NamedProvider; name: string }[] = [];
  readonly #likeness = new LikenessIndex();

  private constructor() {}

  /** Gives other work its turn in between. */
  static async of(providers: readonly NamedProvider[], nextTurn: () => Promise<unknown>): Promise<Resolver> {
    const resolver = new Resolver();
    for (const [at, provider] of providers.entries()) {
      resolver.#add(provider);
      if (at % ADDED_AT_ONCE === ADDED_AT_ONCE - 1) await nextTurn();
    }
    return resolver;
  }

  #add(provider: NamedProvider): void {
    const { id, name, slug, formerNames, otherNames, formerSlugs, identifiers } = provider;
    for (const identifier of identifiers)
      append(this.#byIdentifier, identifierKey(identifier), { provider, by: identifier.kind });
    const names = { id: [id], name: [name], slug: [slug], former_name: formerNames, other_name: otherNames };
    const texts = { ...names, former_slug: formerSlugs };
    for (const by of KINDS_OF_NAMES) {
      for (const text of texts[by]) append(this.#byName, fold(text), { provider, by });
    }
    for (const text of new Set([name, ...formerNames, ...otherNames])) {
      this.#compared.push({ provider, name: text });
      this.#likeness.add(fold(text));
    }
  }

  resolve(input: string): Resolution {
    const identifiers = identifiersIn(input);
    const folded = fold(input);
    const matches = [
      ...identifiers.flatMap((identifier) => this.#byIdentifier.get(identifierKey(identifier)) ?? []),
      ...(this.#byName.get(folded) ?? []),
    ];
    const providers = [...new Set(matches.map(({ provider }) => provider))];
    if (providers.length === 1) return resolved(input, matches[0]!);
    if (providers.length > 1) return several(input, providers);
    const wrong = checkDigitProblem(input);
    if (wrong !== null) return none(input, `The text ${wrong}.`);
    const known = identifiers.find(({ kind }) => NEVER_NAMES.includes(kind));
    if (known !== undefined)
      return none(input, `No published provider has this ${inSentence(known)} on record.`);
    return this.#similar(input, folded);
  }

  #similar(input: string, folded: string): Resolution {
    const best = new Map<NamedProvider, { likeness: number; name: string }>();
    for (const { index, likeness } of this.#likeness.find(folded)) {
      const { provider, name } = this.#compared[index]!;
      if (likeness > (best.get(provider)?.likeness ?? -1)) best.set(provider, { likeness, name });
    }
    const [first, ...others] = [...best]
      .sort(
        ([a, one], [b, other]) =>
          other.likeness - one.likeness || byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id),
      )
      .slice(0, MOST_CANDIDATES);
    if (first === undefined)
      return none(input, 'No published provider has this name or identifier, or a similar name.');
    const [{ name: own }, { likeness, name }] = first;
    const whose = name === own ? '' : `, another name of ${own}`;
    return {
      ...unresolved(input, 'similar', 'similar_name'),
      why: `It is similar to the name ${name}${whose} (${likeness} %). ${ANOTHER_ENTITY}`,
      candidates: [first, ...others].map(([provider, { likeness: percent }]) => candidate(provider, percent)),
    };
  }
}

function resolved(input: string, { provider, by }: Match): Resolution {
  const withdrawn = provider.isWithdrawn ? ' Its indicator was withdrawn.' : '';
  return {
    input,
    certainty: FORMER.has(by) ? 'former_or_other_name' : 'exact',
    matched_by: by,
    provider: wire(provider),
    why: `${matchSentence(by, provider)}${withdrawn}`,
    candidates: [],
  };
}

function several(input: string, providers: readonly NamedProvider[]): Resolution {
  const sorted = providers.toSorted((a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id));
  return {
    ...unresolved(input, 'similar', 'several'),
    why: `It fits ${providers.length} providers equally, so none is assumed. Use an id or an identifier.`,
    candidates: sorted.slice(0, MOST_CANDIDATES).map((provider) => candidate(provider, 100)),
  };
}

function none(input: string, why: string): Resolution {
  return { ...unresolved(input, 'none', null), why, candidates: [] };
}

function unresolved(input: string, certainty: Certainty, matched_by: MatchedBy | null) {
  return { input, certainty, matched_by, provider: null };
}

function matchSentence(by: MatchedBy, { name }: NamedProvider): string {
  switch (by) {
    case 'id':
      return `It is the id of ${name}.`;
    case 'slug':
      return `It is the slug of ${name}.`;
    case 'name':
      return `It is the name of ${name}; case, accents and spaces do not count.`;
    case 'former_name':
      return `It is a former name of ${name}.`;
    case 'former_slug':
      return `It is a former slug of ${name}.`;
    case 'other_name':
      return `It is another name of ${name}.`;
    default:
      return `It is the ${inSentence({ kind: by as Identifier['kind'] })} of ${name}.`;
  }
}

function inSentence({ kind }: Pick<Identifier, 'kind'>): string {
  return IDENTIFIER_NAMES[kind].replace(/^[TCD](?=[a-z])/, (letter) => letter.toLowerCase());
}

function wire({ id, slug, name, isWithdrawn }: NamedProvider): ResolvedProvider {
  return { id, slug, name, state: isWithdrawn ? 'withdrawn' : 'published' };
}

function candidate(provider: NamedProvider, likeness: number): ResolutionCandidate {
  return { ...wire(provider), likeness };
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
