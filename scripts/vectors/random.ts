// Seeded random vectors, for combinations that the other themes do not cover.

import { formatScaled, type Methodology, PLANNER_TYPES, parseScaled } from '@rf-indicators/engine';
import { type CriterionEntry, type Draft, type DraftEntry, gradesByFactor } from './drafts.ts';

const SEED = 20260401;
const PROVIDERS = 60;

export function randomDrafts(methodology: Methodology): Draft[] {
  const dice = makeDice(SEED);
  return Array.from({ length: PROVIDERS }, (_, index) => randomDraft(methodology, dice, index + 1));
}

interface Dice {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number;
  /** True with a probability of `percent` percent. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32, which uses only integers and so gives the same numbers everywhere. */
function makeDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (items) => items[below(items.length)]!,
  };
}

function randomDraft(methodology: Methodology, dice: Dice, number: number): Draft {
  const { criteria, gates, flags } = methodology.document;
  const grades = gradesByFactor(methodology);
  const planner_type = dice.pick(PLANNER_TYPES);
  // Half of the providers are careful, so that not every random score is low.
  const careful = dice.chance(50);
  const entry = (value: string, age: number): DraftEntry => ({
    value,
    grade: careful ? dice.pick(grades.slice(0, 2)) : dice.pick(grades),
    age,
  });
  return {
    vector: `random ${careful ? 'careful ' : ''}${planner_type} ${number}`,
    planner_type,
    flags: Object.fromEntries(
      flags.flatMap((flag) => (dice.chance(15) ? [] : [[flag, dice.chance(60)] as const])),
    ),
    gates: Object.fromEntries(
      gates.map(({ id, options, max_age_days }) => {
        const value = dice.chance(careful ? 90 : 75) ? options.at(-1)! : dice.pick(options);
        return [id, entry(value, dice.below(2 * max_age_days))];
      }),
    ),
    inputs: Object.fromEntries(
      criteria.flatMap((criterion) => {
        if (!criterion.gate && dice.chance(careful ? 2 : 12)) return [];
        const value = careful ? carefulValue(criterion, dice) : anyValue(criterion, dice);
        return [[criterion.id, entry(value, randomAge(criterion, careful, dice))] as const];
      }),
    ),
  };
}

function randomAge({ gate, max_age_days }: CriterionEntry, careful: boolean, dice: Dice): number {
  if (gate) return dice.below(2 * max_age_days);
  if (dice.chance(careful ? 90 : 60)) return dice.below(max_age_days + 1);
  return dice.below(3 * max_age_days);
}

function anyValue({ input }: CriterionEntry, dice: Dice): string {
  if (input.type === 'enum') return dice.pick(input.options)[0];
  const last = parseScaled(input.breakpoints.at(-1)![0], input.scale)!;
  return shortened(dice.below(Math.ceil(last * 1.25) + 1), input.scale, dice);
}

/** A value between the second best breakpoint and the best. */
function carefulValue({ input, direction }: CriterionEntry, dice: Dice): string {
  if (input.type === 'enum') return dice.pick(input.options.slice(-2))[0];
  const { breakpoints, scale } = input;
  const better = direction === 'higher' ? breakpoints.slice(-2) : breakpoints.slice(0, 2);
  const low = parseScaled(better[0]![0], scale)!;
  const high = parseScaled(better.at(-1)![0], scale)!;
  return shortened(low + dice.below(high - low + 1), scale, dice);
}

/** Formats some numbers without trailing zeros: "104.3" instead of "104.30". */
function shortened(value: number, scale: number, dice: Dice): string {
  const text = formatScaled(value, scale);
  return scale > 0 && dice.chance(30) ? text.replace(/\.?0+$/, '') : text;
}
