import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { PublicationKind } from './changelog.ts';
import {
  Band,
  FrameworkVersion,
  IndicatorState,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  OffsetInstant,
  Score,
  Uuid,
  VerificationId,
} from './common.ts';
import { nullable, staleMembers } from './forms.ts';

export const HistoryEntry = Type.Object(
  {
    verification_id: VerificationId,
    kind: PublicationKind,
    final_score: Score,
    risk_band: Band,
    scored_at: OffsetInstant,
    published_at: Instant,
    framework_version: FrameworkVersion,
    supersedes: nullable(VerificationId, { description: 'The indicator that this one replaced.' }),
    corrects: nullable(VerificationId, { description: 'The indicator that this one corrects.' }),
    corrected_by: nullable(VerificationId, { description: 'The indicator that corrected this one.' }),
    state: IndicatorState,
    ...staleMembers,
  },
  {
    description: 'One published indicator of the provider. Only the current one can be stale.',
  },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

export const ScoreHistory = Type.Object(
  {
    provider_id: Uuid,
    data: Type.Array(HistoryEntry),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'ScoreHistory',
    description: 'All published indicators of a provider, newest first. Members may be added.',
  },
);
export type ScoreHistory = Static<typeof ScoreHistory>;
