// Which providers the names and identifiers of a book of counterparties mean.

import type { Static } from 'typebox';
import { IDENTIFIER_KINDS } from '../identifier-kinds.ts';
import { LimitationsDisclosure, Slug, Uuid } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { NO_PARAMETERS } from './parameters.ts';

/** So many names in one call, and so many of them take one place of the hour. */
export const NAMES_PER_CALL = 1000;
export const NAMES_PER_PLACE = 100;
export const MOST_CANDIDATES = 5;

export const Resolving = Type.Object(
  {
    names: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: NAMES_PER_CALL,
      description:
        'Names, ids or slugs of providers, or identifiers: an LEI, an ISIN, a ticker in upper case, a contract address with its chain (CAIP-10) or a domain.',
    }),
  },
  {
    $id: 'Resolving',
    additionalProperties: false,
    description: 'Names and identifiers to resolve. Unknown members are refused.',
  },
);
export type Resolving = Static<typeof Resolving>;

const resolvedMembers = {
  id: Uuid,
  slug: Slug,
  name: Type.String(),
  state: Type.Enum(['published', 'withdrawn'], {
    type: 'string',
    description: 'withdrawn: it has no current indicator, because its last one was withdrawn.',
  }),
};

export const ResolvedProvider = Type.Object(resolvedMembers, {
  description: 'A provider that has or had a published indicator.',
});
export type ResolvedProvider = Static<typeof ResolvedProvider>;

export const ResolutionCandidate = Type.Object(
  {
    ...resolvedMembers,
    likeness: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'How alike the input and the most similar name of the provider are, in percent: twice the three-letter groups that both have, divided by those of each, rounded down. Case, accents and spaces do not count; legal forms do.',
    }),
  },
  { description: 'A provider that may be meant.' },
);
export type ResolutionCandidate = Static<typeof ResolutionCandidate>;

export const Resolution = Type.Object(
  {
    input: Type.String({ description: 'As it was sent.' }),
    certainty: Type.Enum(['exact', 'former_or_other_name', 'similar', 'none'], {
      type: 'string',
      description:
        'exact: it is the name, the id, the slug or an identifier of one provider. former_or_other_name: it is a former or another name of one. similar: providers may be meant, and none is assumed. none: no provider has such a name. Values may be added.',
    }),
    matched_by: nullable(
      Type.Enum(
        [
          ...['id', 'slug', 'name', 'former_name', 'other_name', 'former_slug'],
          ...[...IDENTIFIER_KINDS, 'similar_name', 'several'],
        ],
        { type: 'string' },
      ),
      {
        description:
          'What was matched; several if it fits several providers equally. Null if nothing was. Values may be added.',
      },
    ),
    provider: nullable(ResolvedProvider, {
      description: 'The provider; null unless the certainty is exact or former_or_other_name.',
    }),
    why: Type.String({ description: 'Why, in one or two sentences.' }),
    candidates: Type.Array(ResolutionCandidate, {
      maxItems: MOST_CANDIDATES,
      description:
        'The providers that may be meant, most alike first, if the certainty is similar; otherwise empty.',
    }),
  },
  { description: 'What one input means.' },
);
export type Resolution = Static<typeof Resolution>;

export const Resolutions = Type.Object(
  {
    data: Type.Array(Resolution, { description: 'One for each input, in its order.' }),
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'Resolutions', description: 'What each input means. Members may be added.' },
);
export type Resolutions = Static<typeof Resolutions>;

export default operations({
  resolve: {
    method: 'POST',
    path: '/api/v1/resolve',
    tag: 'scores',
    summary: 'Find the providers that names and identifiers mean',
    description:
      'Says for each name or identifier of a book which provider it is, how certain that is, and why. A similar name is never resolved: a company with almost the same name, or with another legal form, is often another legal entity. Every hundred names, or part of it, take one request of the hourly limit.',
    access: 'scores',
    places: { of: 'names', each: NAMES_PER_PLACE },
    longestBody: 256 * 1024,
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    body: Resolving,
    success: { status: 200, schema: Resolutions, mediaType: JSON_TYPE, description: 'The resolutions.' },
    problems: [],
    caching: 'none',
  },
});
