// The published list of what a new framework changes: the old and the new score of every provider. Only headline scores,
// never a breakdown.

import type { Static } from 'typebox';
import { Type } from '../type.ts';
import {
  Band,
  CivilDate,
  Decimal,
  Digest,
  FrameworkVersion,
  Instant,
  LimitationsDisclosure,
  PlannerType,
  Slug,
  Uuid,
} from './common.ts';
import { nullable } from './forms.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const DifferenceCounts = Type.Object(
  {
    providers: count('The number of providers with a current indicator.'),
    higher: count('Providers whose new score is higher.'),
    lower: count('Providers whose new score is lower.'),
    unchanged: count('Providers whose score stays the same.'),
    not_scored: count('Providers that would not be scored.'),
    band_changed: count('Providers that would move to another band.'),
  },
  { description: 'How many providers a new framework changes, and in which direction.' },
);
export type DifferenceCounts = Static<typeof DifferenceCounts>;

export const DifferencesLink = Type.Object(
  {
    url: Type.String({
      description: 'Where the list is, as a path on this service. It stays valid permanently.',
    }),
    digest: Digest,
    counts: DifferenceCounts,
  },
  { description: 'The published list of every old and new score, its digest, and what it adds up to.' },
);
export type DifferencesLink = Static<typeof DifferencesLink>;

export const ComparedVersion = Type.Object(
  {
    version: Type.String({ description: 'The version of the framework, such as 1.0.' }),
    framework_version: FrameworkVersion,
    digest: Digest,
    effective_from: CivilDate,
  },
  { description: 'One of the two frameworks that are compared.' },
);
export type ComparedVersion = Static<typeof ComparedVersion>;

export const ProviderDifference = Type.Object(
  {
    provider_id: Uuid,
    slug: Slug,
    name: Type.String({ description: 'The name of the provider.' }),
    planner_type: PlannerType,
    old_score: Decimal,
    old_band: Band,
    new_score: nullable(Decimal, { description: 'Null if the provider would not be scored.' }),
    new_band: nullable(Band),
    delta: nullable(Decimal, { description: 'The new score minus the old one.' }),
    reason: nullable(Type.String(), {
      description: 'Why the provider would not be scored; null if it would be.',
    }),
  },
  { description: 'The old and the new score of one provider.' },
);
export type ProviderDifference = Static<typeof ProviderDifference>;

export const MethodologyDifferences = Type.Object(
  {
    data: Type.Object({
      as_of: Instant,
      framework: ComparedVersion,
      compared_with: ComparedVersion,
      counts: DifferenceCounts,
      bands: Type.Array(
        Type.Object({
          old_band: Band,
          new_band: nullable(Band, { description: 'Null for providers that would not be scored.' }),
          providers: Type.Integer({ minimum: 1 }),
        }),
        { description: 'How many providers would move from which band to which.' },
      ),
      providers: Type.Array(ProviderDifference, { description: 'Sorted by name.' }),
    }),
    digest: Digest,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'MethodologyDifferences',
    description:
      'What a new framework changes. The old score is the one that was current when the framework was announced; the new one is computed with the inputs that were approved then. digest is the SHA-256 digest of the canonical JSON (RFC 8785) of data. Members may be added.',
  },
);
export type MethodologyDifferences = Static<typeof MethodologyDifferences>;
