// Builds the response of getMethodology: the current framework as data.

import type { Methodology } from '@rf-indicators/contract';
import { civilDate } from '@rf-indicators/core/context/times';
import {
  findEffectiveMethodology,
  type SignedMethodology,
} from '@rf-indicators/core/desk/methodology/signed';
import { points } from '@rf-indicators/core/desk/snapshots/decision';
import { decimal, hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { frameworkVersion, type MethodologyDocument } from '@rf-indicators/engine';
import { announcedVersions } from './announced-versions.ts';
import type { Reading, ReadProblem } from './reading.ts';

export async function findMethodology(
  reading: Reading,
): Promise<{ methodology: Methodology; lastModified: number } | ReadProblem> {
  const { db, clock, disclosure } = reading;
  const effective = await findEffectiveMethodology(db, clock());
  if (effective === null) return { problem: 'not_found', detail: 'No framework has been activated yet.' };
  const { document } = effective.methodology;
  const announced = await announcedVersions(db, civilDate(clock()), effective.digest);
  const methodology: Methodology = {
    framework_name: document.framework_name ?? '',
    framework_version: frameworkVersion(document),
    version: document.methodology_version,
    effective_from: document.effective_from,
    digest: effective.digest,
    sign_off: signOff(effective),
    modules: modules(document),
    gates: document.gates.map(({ id, options, option_definitions, max_age_days }) => ({
      id,
      options: options.map((value) => ({ value, definition: option_definitions[value] ?? null })),
      max_age_days,
    })),
    flags: document.flags,
    hard_rules: document.hard_rules.map(({ id, name, tiers }) => ({
      id,
      name,
      tiers: tiers.map(([condition, cap]) => ({ condition: { ...condition }, cap: points(cap) })),
    })),
    thresholds: thresholds(document),
    rounding: {
      decimals: 2,
      direction: 'down',
      description:
        'All calculations use whole hundredths. Every division is rounded down, and the remainder is distributed so that all parts add up exactly.',
    },
    versions: announced.versions,
    limitations_disclosure: disclosure,
  };
  // A framework takes effect on a date that can be later than its activation.
  const effectiveAt = Date.parse(`${document.effective_from}T00:00:00Z`);
  return { methodology, lastModified: Math.max(announced.changedAt, effectiveAt) };
}

function signOff({ signOff: signed }: SignedMethodology): Methodology['sign_off'] {
  return {
    role: 'chief_risk_officer',
    name: signed.name,
    signed_at: signed.signed_at,
    key_id: signed.signature.key_id,
    public_key: signed.public_key,
    signature: signed.signature.value,
  };
}

function modules({ modules: entries, criteria }: MethodologyDocument): Methodology['modules'] {
  return entries.map(({ id, label, weight }) => ({
    id,
    label,
    weight: hundredths(weight * 100),
    criteria: criteria
      .filter(({ module }) => module === id)
      .map((criterion) => ({
        id: criterion.id,
        label: criterion.label,
        weight: hundredths(criterion.weight * 100),
        planner_types: criterion.planner_types,
        requires_flag: criterion.requires_flag,
        input: inputForm(criterion),
        unit: criterion.unit,
        direction: criterion.direction,
        max_age_days: criterion.max_age_days,
        evidence: criterion.evidence,
        measure: criterion.measure,
        gate: criterion.gate === true,
      })),
  }));
}

type CriterionEntry = MethodologyDocument['criteria'][number];

function inputForm({
  input,
  option_definitions,
}: CriterionEntry): Methodology['modules'][number]['criteria'][number]['input'] {
  if (input.type === 'number') {
    return {
      type: 'number',
      scale: input.scale,
      breakpoints: input.breakpoints.map(([value, earned]) => ({
        value: decimal(value),
        points: points(earned),
      })),
    };
  }
  return {
    type: 'enum',
    options: input.options.map(([value, earned]) => ({
      value,
      points: points(earned),
      definition: option_definitions?.[value] ?? null,
    })),
  };
}

function thresholds(document: MethodologyDocument): Methodology['thresholds'] {
  const ages = (kind: 'criterion' | 'gate', entries: readonly { id: string; max_age_days: number }[]) =>
    entries.map(({ id, max_age_days }) => ({ id, kind, max_age_days, lapses_at_days: 2 * max_age_days }));
  return {
    bands: document.bands.map(([band, lower]) => ({
      band: band as Methodology['thresholds']['bands'][number]['band'],
      lower_bound: points(lower),
    })),
    evidence_ages: [...ages('gate', document.gates), ...ages('criterion', document.criteria)],
    confidence: {
      grades: Object.entries(document.grades).map(([grade, percent]) => ({
        grade,
        factor: hundredths(percent),
      })),
    },
    factors: {
      listed: document.listed_factors,
      floor_min_points: points(document.floor_factor_min_points),
    },
  };
}
