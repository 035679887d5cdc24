// What a desk needs of a framework beyond a valid file: it must be able to record every input, derive what it derives, and
// score every kind of provider. Needs no store, so that files can be checked before they are signed.

import { RISK_BANDS } from '@rf-indicators/contract';
import { type Methodology, type MethodologyProblem, score } from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import { assembleFacts } from '../facts/assemble-facts.ts';
import { combinationProblems } from '../facts/combinations.ts';
import { PROVIDER_FACTS, REFERENCE_RATE, STRUCTURE_FLAGS } from '../facts/fact-definitions.ts';
import { syntheticProviders, TRIAL_DAY } from './synthetic-providers.ts';

const GRADES = 'ABCDE';
const LONGEST_NAME = 100;
const LONGEST_VERSION = 20;
const RULE_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** What the desk calculates (entry checks E2 and E4), with what it takes from criteria, and in which unit. */
const CALCULATED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yield_spread: { yield_spread: 'percentage points' },
  btc_shock_absorption: { btc_shock_absorption: 'percent', reserve_coverage: 'percent' },
};

/** The trial takes a while, so each framework is checked once. */
const checked = new WeakMap<Methodology, readonly MethodologyProblem[]>();

/** Every reason why a desk could not run a valid framework. */
export function deskProblems(methodology: Methodology): readonly MethodologyProblem[] {
  const problems = checked.get(methodology) ?? findProblems(methodology);
  checked.set(methodology, problems);
  return problems;
}

function findProblems(methodology: Methodology): MethodologyProblem[] {
  const problems = [
    ...nameProblems(methodology),
    ...idProblems(methodology),
    ...flagProblems(methodology),
    ...gradeProblems(methodology),
    ...bandProblems(methodology),
    ...figureProblems(methodology),
  ];
  // A trial of a framework with known problems would only report the same problems in other words.
  return problems.length > 0 ? problems : trialProblems(methodology);
}

export function requireRunnable(methodology: Methodology): void {
  const problems = deskProblems(methodology);
  if (problems.length === 0) return;
  const details = problems.map(({ pointer, code, message }) => ({ place: pointer, code, message }));
  throw new Refusal('validation_failed', 'The desk cannot run this framework.', details);
}

function nameProblems({ document, rules }: Methodology): MethodologyProblem[] {
  const problems: MethodologyProblem[] = [];
  const tooLong = (pointer: string, text: string, most: number) => {
    if (text.length <= most) return;
    problems.push({ pointer, code: 'too_long', message: `must have at most ${most} characters` });
  };
  tooLong('/framework_name', document.framework_name ?? '', LONGEST_NAME);
  tooLong('/methodology_version', document.methodology_version, LONGEST_VERSION);
  for (const [index, { id }] of rules.entries()) {
    if (RULE_ID.test(id)) continue;
    const message = 'must have 1 to 40 letters, digits, hyphens and underscores';
    problems.push({ pointer: `/hard_rules/${index}/id`, code: 'not_a_rule_id', message });
  }
  return problems;
}

/** An input with the id of a fact would be taken for that fact. Every object has a member named constructor. */
function idProblems({ criteria, gates }: Methodology): MethodologyProblem[] {
  const facts = new Set([...PROVIDER_FACTS, REFERENCE_RATE]);
  const named = [
    ...criteria.map(({ id }, index) => ({ id, pointer: `/criteria/${index}/id` })),
    ...gates.map(({ id }, index) => ({ id, pointer: `/gates/${index}/id` })),
  ];
  return named.flatMap(({ id, pointer }) => {
    if (facts.has(id)) {
      const message = `must not be "${id}", because the desk records a fact with this id`;
      return [{ pointer, code: 'id_of_fact', message }];
    }
    if (!(id in {})) return [];
    return [{ pointer, code: 'reserved_id', message: `must not be "${id}", which is reserved` }];
  });
}

function flagProblems({ document }: Methodology): MethodologyProblem[] {
  const known: readonly string[] = STRUCTURE_FLAGS;
  return document.flags.flatMap((flag, index) => {
    if (known.includes(flag)) return [];
    const message = `is not a flag that the desk records: ${known.join(', ')}`;
    return [{ pointer: `/flags/${index}`, code: 'unknown_flag', message }];
  });
}

/** Evidence on record has one of these grades, and D and E are the grades that need no stored document. */
function gradeProblems({ document }: Methodology): MethodologyProblem[] {
  if (Object.keys(document.grades).sort().join('') === GRADES) return [];
  const message = `must be ${[...GRADES].join(', ')}, because the desk grades evidence with these`;
  return [{ pointer: '/grades', code: 'other_grades', message }];
}

function bandProblems({ document }: Methodology): MethodologyProblem[] {
  const names = document.bands.map(([name]) => name);
  const known = RISK_BANDS.filter((band) => names.includes(band));
  if (known.join() === names.join()) return [];
  const message = `must be named ${RISK_BANDS.join(', ')} and listed in this order; some may be left out`;
  return [{ pointer: '/bands', code: 'unknown_bands', message }];
}

/** Values that the desk calculates, or calculates with, must have the form that it calculates. */
function figureProblems({ criteria, criterionById }: Methodology): MethodologyProblem[] {
  const problems: MethodologyProblem[] = [];
  const placeOf = (id: string) => `/criteria/${criteria.findIndex((criterion) => criterion.id === id)}`;
  for (const [calculated, figures] of Object.entries(CALCULATED)) {
    if (!criterionById.has(calculated)) continue;
    for (const [id, unit] of Object.entries(figures)) {
      const criterion = criterionById.get(id);
      if (criterion === undefined) {
        const message = `${calculated} is calculated from ${id}, which is not a criterion`;
        problems.push({ pointer: placeOf(calculated), code: 'missing_figure', message });
      } else if (!isInHundredths(criterion, unit)) {
        const message = `${id} must be a number with scale 2 and the unit "${unit}", because the desk calculates with it`;
        problems.push({ pointer: placeOf(id), code: 'not_the_figure', message });
      }
    }
  }
  return problems;
}

function isInHundredths({ input, unit }: Methodology['criteria'][number], expected: string): boolean {
  return input.kind === 'number' && input.scale === 2 && unit === expected;
}

/** Scores invented providers the way a run does. One problem is enough to know that something does not fit. */
function trialProblems(methodology: Methodology): MethodologyProblem[] {
  const asOf = Date.parse(TRIAL_DAY);
  for (const { description, records } of syntheticProviders(methodology)) {
    const facts = assembleFacts(methodology, records, asOf);
    // The desk does not approve such combinations.
    if (combinationProblems(facts).length > 0) continue;
    const { planner_type, flags, gates, inputs } = facts;
    const run = { provider_id: 'trial', planner_type, scoring_date: TRIAL_DAY, flags, gates, inputs };
    const { status, result } = score(methodology, run);
    if (status === 'SCORED') continue;
    const why =
      status === 'NOT_SCORED' ? result.reason : `${result.errors[0]!.pointer} ${result.errors[0]!.message}`;
    return [{ pointer: '', code: 'desk_cannot_score', message: `${description} is not scored: ${why}` }];
  }
  return [];
}
