// Invented providers for trying out a framework: for every planner type and every combination of flags, approved rows
// that the desk could have, with the values that the framework itself defines.

import { formatScaled, type Methodology, PLANNER_TYPES } from '@rf-indicators/engine';
import type { ApprovedRow, Records } from '../facts/assemble-facts.ts';
import { REFERENCE_RATE, STRUCTURE_FLAGS } from '../facts/fact-definitions.ts';
import { NO_CHECKS } from '../facts/plausibility/document.ts';

export const TRIAL_DAY = '2026-01-01';

export interface SyntheticProvider {
  /** What it stands for, for messages. */
  description: string;
  records: Records;
}

const GRADE = 'A';

/** Once with the worst values and a payout in dollars, once with the best values and a payout in bitcoin. */
export function* syntheticProviders(methodology: Methodology): Generator<SyntheticProvider> {
  for (const plannerType of PLANNER_TYPES) {
    for (let mask = 0; mask < 2 ** STRUCTURE_FLAGS.length; mask += 1) {
      const flags = STRUCTURE_FLAGS.map((flag, bit): [string, boolean] => [
        flag,
        Math.floor(mask / 2 ** bit) % 2 === 1,
      ]);
      for (const [values, currency] of [
        ['worst', 'USD'],
        ['best', 'BTC'],
      ] as const) {
        const given = {
          planner_type: plannerType,
          payout_currency: currency,
          yield_min: '1.25',
          yield_max: '7.75',
          bitcoin_part: '80.25',
          ...Object.fromEntries(flags.map(([flag, value]) => [flag, String(value)])),
          ...valuesOf(methodology, values),
        };
        const set = flags.filter(([, value]) => value).map(([flag]) => flag);
        yield {
          description: `a ${plannerType} provider with ${set.length === 0 ? 'no flags' : set.join(', ')}`,
          records: {
            rows: Object.entries(given).map(([input, value]) => approved(input, value)),
            rates: [{ ...approved(REFERENCE_RATE, '3.50'), provider_id: null, currency: 'USD' }],
            recorded: new Map(),
            // They try out the framework, not what may be entered.
            checks: NO_CHECKS,
          },
        };
      }
    }
  }
}

/** Options are listed worst first; breakpoints are listed by value. */
function valuesOf({ criteria, gates }: Methodology, which: 'worst' | 'best'): Record<string, string> {
  const end = <T>(list: readonly T[], first: boolean) => (first ? list[0]! : list.at(-1)!);
  const worst = which === 'worst';
  return Object.fromEntries([
    ...gates.map(({ id, entry }) => [id, end(entry.options, worst)]),
    ...criteria.map(({ id, input, entry }) => {
      if (input.kind === 'enum') return [id, end([...input.points.keys()], worst)];
      const isLow = worst === (entry.direction === 'higher');
      return [id, formatScaled(end(input.inputs, isLow), input.scale)];
    }),
  ]);
}

function approved(input_id: string, value: string): ApprovedRow {
  return {
    proposal_id: input_id,
    provider_id: 'synthetic',
    currency: null,
    input_id,
    value,
    renewal: 0,
    facts: '{}',
    evidence_id: input_id,
    evidence_date: TRIAL_DAY,
    grade: GRADE,
    sha256: null,
    proposed_by: 'analyst',
    decided_by: 'reviewer',
    decided_at: 0,
  };
}
