import type { Static } from 'typebox';
import { Type } from '../../type.ts';
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
    'overview: the modules with their weights, and the bands. criteria: all criteria. hard_rules: the rules that cap a score. thresholds: bands, evidence grades and evidence ages. versions: all versions of the framework.',
});

export const GetMethodologyInput = Type.Object(
  { section: Type.Optional(Section) },
  {
    additionalProperties: false,
    description: 'The section to return; overview by default.',
  },
);
export type GetMethodologyInput = Static<typeof GetMethodologyInput>;

const modules = Type.Array(
  Type.Object({ id: Type.String(), label: Type.String(), weight: Weight, cite_as: CiteAs }),
);
const bands = Type.Array(Type.Object({ band: Band, lower_bound: Score, cite_as: CiteAs }), {
  description: 'Lowest risk first. Bounds are inclusive.',
});

export const AgentCriterion = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    module_id: Type.String(),
    weight: Weight,
    planner_types: Type.Array(PlannerType),
    requires_flag: nullable(Type.String(), {
      description: 'The criterion applies only to providers with this flag; null if it applies to all.',
    }),
    measure: Type.String(),
    unit: Type.String(),
    max_age_days: Type.Integer({ minimum: 1 }),
    gate: Type.Boolean({
      description: 'Whether a provider cannot be scored without unexpired evidence for this criterion.',
    }),
    cite_as: CiteAs,
  },
  { description: 'A criterion. Its weight is in percent of its module.' },
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
  { description: 'A hard rule. When it fires, the score cannot exceed its cap.' },
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
        description: 'The share of full confidence (evidence quality) that evidence of each grade earns.',
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
  { description: 'One section of the current framework. Members may be added.' },
);
export type GetMethodologyResult = Static<typeof GetMethodologyResult>;
