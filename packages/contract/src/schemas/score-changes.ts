import { type Static, Type } from 'typebox';
import { Band, LimitationsDisclosure, OffsetInstant, Points, Score, Uuid, VerificationId } from './common.ts';
import { nullable } from './forms.ts';

export const CHANGE_KINDS = ['methodology', 'structure', 'value', 'renewal', 'ageing', 'caps'] as const;

export const ChangeKind = Type.Enum([...CHANGE_KINDS], {
  type: 'string',
  description:
    'methodology: another version. structure: another planner type or other flags. value: a newly disclosed, changed or withdrawn value. renewal: the same value on newer evidence. ageing: the same evidence, grown older. caps: hard rules.',
});
export type ChangeKind = Static<typeof ChangeKind>;

export const ChangePart = Type.Object(
  {
    kind: ChangeKind,
    criterion_id: nullable(Type.String()),
    criterion_label: nullable(Type.String()),
    module_id: nullable(Type.String()),
    module_label: nullable(Type.String()),
    before: nullable(Type.String(), { description: 'What stood before; null where there was nothing.' }),
    after: nullable(Type.String(), { description: 'What stands after; null where there is nothing.' }),
    points: Points,
  },
  { description: 'One step of the change.' },
);
export type ChangePart = Static<typeof ChangePart>;

export const ChangeEnd = Type.Object(
  { verification_id: VerificationId, final_score: Score, risk_band: Band, scored_at: OffsetInstant },
  { description: 'The indicator at one end of the change.' },
);
export type ChangeEnd = Static<typeof ChangeEnd>;

export const ScoreChanges = Type.Object(
  {
    provider_id: Uuid,
    from: nullable(ChangeEnd, { description: 'Null where the provider had no indicator.' }),
    to: nullable(ChangeEnd, { description: 'Null where the provider had no indicator.' }),
    delta: nullable(Points, { description: 'Points between the two; null unless both are there.' }),
    parts: Type.Array(ChangePart, {
      description: 'In the order in which the steps were taken; their points add up to delta exactly.',
    }),
    by_kind: Type.Optional(
      Type.Object(
        Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, Type.Optional(Points)])) as Record<
          ChangeKind,
          ReturnType<typeof Type.Optional<typeof Points>>
        >,
        { description: 'The points of all parts of a kind; a kind without parts is absent.' },
      ),
    ),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'ScoreChanges',
    description: 'Why a score moved, in parts that add up to the difference. Members may be added.',
  },
);
export type ScoreChanges = Static<typeof ScoreChanges>;
