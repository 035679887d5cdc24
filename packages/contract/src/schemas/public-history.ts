import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { PublicationKind } from './changelog.ts';
import {
  Band,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  Score,
  Slug,
  Uuid,
  VerificationId,
} from './common.ts';
import { nullable, staleMembers } from './forms.ts';

export const HistoryStep = Type.Object(
  {
    from: Instant,
    until: nullable(Instant, {
      description:
        'When the next step began, or when the indicator was withdrawn. Null for the current step.',
    }),
    final_score: Score,
    risk_band: Band,
    kind: PublicationKind,
    verification_id: VerificationId,
    ...staleMembers,
  },
  {
    description:
      'A period in which the service served the same indicator with the same stale mark. Between a withdrawal and a reinstatement there is no step.',
  },
);
export type HistoryStep = Static<typeof HistoryStep>;

const providerMembers = {
  provider_id: Uuid,
  slug: Slug,
  name: Type.String({ description: 'The current name of the provider.' }),
};

export const PublicHistory = Type.Object(
  {
    ...providerMembers,
    data: Type.Array(HistoryStep),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'PublicHistory',
    description:
      'What was served about a provider since its first indicator, newest step first. Members may be added.',
  },
);
export type PublicHistory = Static<typeof PublicHistory>;

export const ProviderHistory = Type.Object(
  { ...providerMembers, steps: Type.Array(HistoryStep) },
  { description: 'The steps of one provider, newest first.' },
);
export type ProviderHistory = Static<typeof ProviderHistory>;

export const PublicHistories = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      pattern: 'Z$',
      description:
        'The start of the period in UTC: midnight, 90 days ago. The first step of a provider can begin earlier.',
    }),
    data: Type.Array(ProviderHistory),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'PublicHistories',
    description:
      'What was served about each provider in the last 90 days, sorted by name and then by id. Members may be added.',
  },
);
export type PublicHistories = Static<typeof PublicHistories>;
