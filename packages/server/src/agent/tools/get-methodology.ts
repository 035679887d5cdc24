import type {
  AgentCriterion,
  AgentRule,
  GetMethodologyInput,
  GetMethodologyResult,
  Methodology,
} from '@rf-indicators/contract';
import { findMethodology } from '../../rendering/methodology.ts';
import type { Reading } from '../../rendering/reading.ts';
import { resultEnd } from '../result-end.ts';
import { ToolError } from '../tool.ts';

export async function getMethodology(
  reading: Reading,
  { section = 'overview' }: GetMethodologyInput,
): Promise<GetMethodologyResult> {
  const found = await findMethodology(reading);
  if ('problem' in found) {
    throw new ToolError({
      code: 'indicator_not_found',
      message: 'No framework has been activated yet.',
      candidates: [],
    });
  }
  const { methodology } = found;
  const { sign_off, framework_version } = methodology;
  const cite: Cite = (what) =>
    `${framework_version}, effective from ${methodology.effective_from}: ${what} (${reading.baseUrl}/methodology, digest ${methodology.digest.slice(0, 16)}…).`;
  return {
    section,
    framework_name: methodology.framework_name,
    framework_version,
    effective_from: methodology.effective_from,
    digest: methodology.digest,
    sign_off: { role: sign_off.role, name: sign_off.name, signed_at: sign_off.signed_at },
    ...PARTS[section](methodology, cite),
    cite_as: cite(`signed by ${sign_off.name} as chief risk officer`),
    methodology_url: `${reading.baseUrl}/methodology`,
    ...resultEnd(reading),
  };
}

type Cite = (what: string) => string;
type Part = (methodology: Methodology, cite: Cite) => Partial<GetMethodologyResult>;

/** The number as it is written in the response, with two decimals. */
const digits = (figure: number) => JSON.stringify(figure);

const modules: Part = (methodology, cite) => ({
  modules: methodology.modules.map(({ id, label, weight }) => ({
    id,
    label,
    weight,
    cite_as: cite(`the module “${label}” has a weight of ${digits(weight)} %`),
  })),
});

const bands: Part = ({ thresholds }, cite) => ({
  bands: thresholds.bands.map(({ band, lower_bound }) => ({
    band,
    lower_bound,
    cite_as: cite(`the band ${band} starts at a score of ${digits(lower_bound)}`),
  })),
});

const PARTS: Record<GetMethodologyResult['section'], Part> = {
  overview: (methodology, cite) => ({ ...modules(methodology, cite), ...bands(methodology, cite) }),
  modules,
  criteria: (methodology, cite) => ({
    criteria: methodology.modules.flatMap((module) =>
      module.criteria.map(
        (criterion): AgentCriterion => ({
          id: criterion.id,
          label: criterion.label,
          module_id: module.id,
          weight: criterion.weight,
          planner_types: criterion.planner_types,
          requires_flag: criterion.requires_flag,
          measure: criterion.measure,
          unit: criterion.unit,
          max_age_days: criterion.max_age_days,
          gate: criterion.gate,
          cite_as: cite(
            `the criterion “${criterion.label}” has a weight of ${digits(criterion.weight)} % of the module “${module.label}”`,
          ),
        }),
      ),
    ),
  }),
  hard_rules: ({ hard_rules }, cite) => ({
    hard_rules: hard_rules.map(
      ({ id, name, tiers }): AgentRule => ({
        id,
        name,
        tiers: tiers.map(({ condition, cap }) => ({
          condition,
          cap,
          cite_as: cite(`hard rule ${id} (${name}) caps the score at ${digits(cap)}`),
        })),
      }),
    ),
  }),
  thresholds: (methodology, cite) => ({
    ...bands(methodology, cite),
    evidence_grades: methodology.thresholds.confidence.grades.map(({ grade, factor }) => ({
      grade,
      factor,
      cite_as: cite(`evidence of grade ${grade} earns ${digits(factor)} of full confidence`),
    })),
    evidence_ages: methodology.thresholds.evidence_ages.map(({ id, max_age_days, lapses_at_days }) => ({
      id,
      max_age_days,
      lapses_at_days,
    })),
  }),
  versions: ({ versions }) => ({ versions }),
};
