import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Band, LimitationsDisclosure, OffsetInstant, Points, Score, Uuid, VerificationId } from './common.ts';
import { nullable } from './forms.ts';

export const CHANGE_KINDS = ['methodology', 'structure', 'value', 'renewal', 'ageing', 'caps'] as const;

export const ChangeKind = Type.Enum([...CHANGE_KINDS], {
  type: 'string',
  description:
    'methodology: a different framework version. structure: a different planner type or different flags. value: a new, changed or removed input value. renewal: the same value with newer evidence. ageing: the same evidence, now older. caps: a hard rule.',
});
export type ChangeKind = Static<typeof ChangeKind>;

export const ChangePart = Type.Object(
  {
    kind: ChangeKind,
    criterion_id: nullable(Type.String()),
    criterion_label: nullable(Type.String()),
    module_id: nullable(Type.String()),
    module_label: nullable(Type.String()),
    before: nullable(Type.String(), { description: 'The value before the change; null if there was none.' }),
    after: nullable(Type.String(), { description: 'The value after the change; null if there is none.' }),
    points: Points,
  },
  { description: 'One part of the change.' },
);
export type ChangePart = Static<typeof ChangePart>;

export const ChangeEnd = Type.Object(
  { verification_id: VerificationId, final_score: Score, risk_band: Band, scored_at: OffsetInstant },
  { description: 'One of the two indicators that are compared.' },
);
export type ChangeEnd = Static<typeof ChangeEnd>;

export const ScoreChanges = Type.Object(
  {
    provider_id: Uuid,
    from: nullable(ChangeEnd, { description: 'Null if the provider had no indicator.' }),
    to: nullable(ChangeEnd, { description: 'Null if the provider had no indicator.' }),
    delta: nullable(Points, {
      description: 'The score of to minus the score of from; null unless both exist.',
    }),
    parts: Type.Array(ChangePart, {
      description:
        'The parts of the change, in the order in which they were calculated. Their points add up to delta exactly.',
    }),
    by_kind: Type.Optional(
      Type.Object(
        Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, Type.Optional(Points)])) as Record<
          ChangeKind,
          ReturnType<typeof Type.Optional<typeof Points>>
        >,
        { description: 'The total points per kind. Kinds without parts are absent.' },
      ),
    ),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'ScoreChanges',
    description: 'Why a score changed, in parts that add up to the difference. Members may be added.',
  },
);
export type ScoreChanges = Static<typeof ScoreChanges>;
