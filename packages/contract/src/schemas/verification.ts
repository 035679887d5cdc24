import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { IndicatorState, Instant, LimitationsDisclosure, VerificationId } from './common.ts';
import { nullable, staleMembers } from './forms.ts';
import { LogEntry, Signature, Statement } from './proof.ts';

export const Withdrawal = Type.Object(
  { withdrawn_at: Instant, reason: Type.String() },
  { description: 'When and why the indicator was withdrawn.' },
);
export type Withdrawal = Static<typeof Withdrawal>;

export const FollowedBy = Type.Object(
  {
    superseded_by: nullable(VerificationId, { description: 'The indicator that replaced this one.' }),
    corrected_by: nullable(VerificationId, { description: 'The indicator that corrected this one.' }),
    withdrawal: nullable(Withdrawal),
    renewed_by: nullable(VerificationId, {
      description:
        'The current indicator, if only renewals came after this one: newer evidence, and the same score, band and caps. Otherwise null.',
    }),
    current: nullable(VerificationId, {
      description:
        'The current indicator of the provider, which can be this one; null if the provider has none.',
    }),
  },
  { description: 'What happened to the indicator later.' },
);
export type FollowedBy = Static<typeof FollowedBy>;

export const Verification = Type.Object(
  {
    verification_id: VerificationId,
    state: IndicatorState,
    published_at: Instant,
    statement: Statement,
    signature: Signature,
    log: LogEntry,
    followed_by: FollowedBy,
    stale: Type.Boolean({
      description:
        'Whether the indicator is stale: a check that the service must make itself is overdue, or what is on record cannot be scored any more. Only a current indicator, or one that the current indicator renews, can be stale.',
    }),
    stale_since: nullable(Instant, { description: 'Null if the indicator is not stale.' }),
    stale_reason: staleMembers.stale_reason,
    verify_url: Type.String({
      format: 'uri',
      description: 'The address of the verification page. Append a slash and the verification id.',
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'Verification',
    description: 'The public proof of one indicator, and what happened to it later. Members may be added.',
  },
);
export type Verification = Static<typeof Verification>;
