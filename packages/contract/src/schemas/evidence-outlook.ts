import type { Static } from 'typebox';
import { Type } from '../type.ts';
import {
  Band,
  CivilDate,
  Fraction,
  FrameworkVersion,
  LimitationsDisclosure,
  OffsetInstant,
  Score,
  Uuid,
  VerificationId,
} from './common.ts';
import { firedRule } from './decision-object.ts';
import { nullable } from './forms.ts';

export const OUTLOOK_DAYS = 180;

export const OUTLOOK_MEANING = 'This is what ageing of the evidence alone does. It is not a forecast.';

const inputMembers = {
  kind: Type.Enum(['criterion', 'gate'], {
    type: 'string',
    description: 'Whether the input is a criterion or a gate that is not a criterion.',
  }),
  id: Type.String({ description: 'The id of the criterion or gate.' }),
  label: Type.String({ description: 'Its name in the framework, or its id in words.' }),
  evidence_date: CivilDate,
};

export const OutlookCap = Type.Object(firedRule, { description: 'A hard rule that applies on these days.' });
export type OutlookCap = Static<typeof OutlookCap>;

export const OutlookStep = Type.Object(
  {
    from: CivilDate,
    to: CivilDate,
    state: Type.Enum(['scored', 'stale', 'withdrawn'], {
      type: 'string',
      description:
        'scored: there is a score. stale: a gate lapsed, so there is no new score, and the last one is marked as stale. withdrawn: the gate lapsed so long ago that the indicator is withdrawn.',
    }),
    final_score: nullable(Score, { description: 'Null unless the state is scored.' }),
    uncapped_score: nullable(Score, {
      description: 'The score before hard rules; null unless the state is scored.',
    }),
    risk_band: nullable(Band, { description: 'Null unless the state is scored.' }),
    confidence: nullable(Fraction, { description: 'The evidence quality; null unless the state is scored.' }),
    coverage: nullable(Fraction, { description: 'Null unless the state is scored.' }),
    hard_caps_fired: Type.Array(OutlookCap, { description: 'Empty unless the state is scored.' }),
  },
  { description: 'Consecutive UTC days that are alike, both ends included.' },
);
export type OutlookStep = Static<typeof OutlookStep>;

export const OutlookBandChange = Type.Object(
  { date: CivilDate, from: Band, to: Band },
  { description: 'The first day with another band than the first score.' },
);

const seriesMembers = {
  first_band_change: nullable(OutlookBandChange, { description: 'Null if the band does not change.' }),
  steps: Type.Array(OutlookStep, { description: 'In order, without a gap.' }),
};

export const OutlookInput = Type.Object(
  {
    ...inputMembers,
    ages_from: nullable(CivilDate, {
      description:
        'The first day on which the evidence counts less. Null for a gate, which counts until it lapses.',
    }),
    lapses_on: Type.String({
      format: 'date',
      description: 'The first day on which the evidence no longer counts.',
    }),
  },
  { description: 'An input whose evidence ages or lapses.' },
);
export type OutlookInput = Static<typeof OutlookInput>;

export const OutlookLapse = Type.Object(
  {
    ...inputMembers,
    lapses_on: Type.String({ format: 'date', description: 'The day on which the indicator becomes stale.' }),
    withdrawn_on: Type.String({
      format: 'date',
      description: 'The day on which the indicator is withdrawn.',
    }),
  },
  { description: 'The gate that lapses first.' },
);

export const EvidenceOutlook = Type.Object(
  {
    provider_id: Uuid,
    verification_id: VerificationId,
    scored_at: OffsetInstant,
    framework_version: FrameworkVersion,
    from: Type.String({ format: 'date', description: 'The first day: today in UTC.' }),
    to: Type.String({ format: 'date', description: 'The last day.' }),
    meaning: Type.Literal(OUTLOOK_MEANING, {
      description: 'What the outlook is, and what it is not. Show it with every figure of it.',
    }),
    first_lapse: nullable(OutlookLapse, { description: 'Null if no gate lapses by the last day.' }),
    ...seriesMembers,
    inputs: Type.Array(OutlookInput, {
      description: 'The inputs whose evidence ages or lapses by the last day, by the first day of it.',
    }),
    gates_renewed: Type.Object(seriesMembers, {
      description:
        'The same if every gate is checked again in time with the same result, and nothing else is renewed.',
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'EvidenceOutlook',
    description:
      'The score of one provider day by day if no input changes and nothing is renewed. It follows from the dates of the evidence alone. Members may be added.',
  },
);
export type EvidenceOutlook = Static<typeof EvidenceOutlook>;
