import { type Static, Type } from 'typebox';
import {
  Band,
  CivilDate,
  Digest,
  Fraction,
  FrameworkVersion,
  Instant,
  PlannerType,
  Score,
  Weight,
} from '../common.ts';
import { mapOf, nullable } from '../forms.ts';
import { MethodologyVersion } from '../methodology.ts';
import { CiteAs, resultFields } from './common.ts';

export const METHODOLOGY_SECTIONS = [
  'overview',
  'modules',
  'criteria',
  'hard_rules',
  'thresholds',
  'versions',
] as const;

const Section = Type.Enum([...METHODOLOGY_SECTIONS], {
  type: 'string',
  description:
    'overview: modules with their weights and the bands. criteria: every criterion. hard_rules: what caps a score. thresholds: bands, evidence grades and ages. versions: all versions so far.',
});

export const GetMethodologyInput = Type.Object(
  { section: Type.Optional(Section) },
  {
    additionalProperties: false,
    description: 'Which part; overview where none is named.',
  },
);
export type GetMethodologyInput = Static<typeof GetMethodologyInput>;

const modules = Type.Array(
  Type.Object({ id: Type.String(), label: Type.String(), weight: Weight, cite_as: CiteAs }),
);
const bands = Type.Array(Type.Object({ band: Band, lower_bound: Score, cite_as: CiteAs }), {
  description: 'The safest first; bounds are inclusive.',
});

export const AgentCriterion = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    module_id: Type.String(),
    weight: Weight,
    planner_types: Type.Array(PlannerType),
    requires_flag: nullable(Type.String(), { description: 'It applies only to providers with this flag.' }),
    measure: Type.String(),
    unit: Type.String(),
    max_age_days: Type.Integer({ minimum: 1 }),
    gate: Type.Boolean({ description: 'Whether there is no score without live evidence for it.' }),
    cite_as: CiteAs,
  },
  { description: 'A criterion; its weight is in percent of its module.' },
);
export type AgentCriterion = Static<typeof AgentCriterion>;

export const AgentRule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    tiers: Type.Array(
      Type.Object({
        condition: mapOf(Type.Union([Type.String(), Type.Array(Type.String())])),
        cap: Score,
        cite_as: CiteAs,
      }),
    ),
  },
  { description: 'A hard rule: where it fires, the score cannot be above its cap.' },
);
export type AgentRule = Static<typeof AgentRule>;

export const GetMethodologyResult = Type.Object(
  {
    section: Section,
    framework_name: Type.String(),
    framework_version: FrameworkVersion,
    effective_from: CivilDate,
    digest: Digest,
    sign_off: Type.Object({ role: Type.String(), name: Type.String(), signed_at: Instant }),
    modules: Type.Optional(modules),
    bands: Type.Optional(bands),
    criteria: Type.Optional(Type.Array(AgentCriterion)),
    hard_rules: Type.Optional(Type.Array(AgentRule)),
    evidence_grades: Type.Optional(
      Type.Array(Type.Object({ grade: Type.String(), factor: Fraction, cite_as: CiteAs }), {
        description: 'The share of full confidence that evidence of each grade earns.',
      }),
    ),
    evidence_ages: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          max_age_days: Type.Integer({ minimum: 1 }),
          lapses_at_days: Type.Integer({ minimum: 1 }),
        }),
      ),
    ),
    versions: Type.Optional(Type.Array(MethodologyVersion)),
    cite_as: CiteAs,
    methodology_url: Type.String({ format: 'uri' }),
    ...resultFields,
  },
  { description: 'A part of the framework in force. Members may be added.' },
);
export type GetMethodologyResult = Static<typeof GetMethodologyResult>;
