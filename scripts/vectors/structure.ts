// Vectors for which criteria apply: every combination of planner type and structure flags, and absent flags.

import { type Methodology, PLANNER_TYPES, type PlannerType } from '@rf-indicators/engine';
import { baseDraft, type Draft, inTurn, named, withFlags, withoutInputs } from './drafts.ts';

export function flagDrafts(methodology: Methodology): Draft[] {
  const combinations = flagCombinations(methodology.document.flags);
  return [
    ...PLANNER_TYPES.flatMap((type) =>
      combinations.map((flags) =>
        named(withFlags(baseDraft(methodology, type), flags), `${type} with ${describe(flags)}`),
      ),
    ),
    ...absentFlags(methodology),
  ];
}

function flagCombinations(flags: readonly string[]): Record<string, boolean>[] {
  return Array.from({ length: 2 ** flags.length }, (_, mask) =>
    Object.fromEntries(flags.map((flag, bit) => [flag, Math.floor(mask / 2 ** bit) % 2 === 1])),
  );
}

function describe(flags: Record<string, boolean>): string {
  const set = Object.keys(flags).filter((flag) => flags[flag]);
  return set.length === 0 ? 'no flag true' : `${set.join(', ')} true`;
}

/** An absent flag counts as true, with or without evidence for its criteria. */
function absentFlags(methodology: Methodology): Draft[] {
  const { flags } = methodology.document;
  const noFlags = (type: PlannerType) => withFlags(baseDraft(methodology, type), {});
  return [
    ...PLANNER_TYPES.map((type) => named(noFlags(type), `${type} with no flag given`)),
    ...PLANNER_TYPES.map((type) => {
      const draft = withoutInputs(noFlags(type), flaggedCriteria(methodology));
      return named(draft, `${type} with no flag given and no evidence where one counts`);
    }),
    ...flags.map((absent, turn) => {
      const others = Object.fromEntries(flags.filter((flag) => flag !== absent).map((flag) => [flag, false]));
      const type = inTurn(PLANNER_TYPES, turn);
      return named(
        withFlags(baseDraft(methodology, type), others),
        `${type} with ${absent} not given, all others false`,
      );
    }),
  ];
}

function flaggedCriteria({ document }: Methodology): string[] {
  return document.criteria.filter(({ requires_flag }) => requires_flag !== null).map(({ id }) => id);
}
