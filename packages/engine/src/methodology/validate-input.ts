// Validates the input of a criterion, which defines how a measured value becomes points.

import { FULL, formatHundredths, formatScaled } from '../arithmetic/fixed.ts';
import type { Checker, Members } from './checker.ts';
import type { RuleTargets } from './validate-rules.ts';

const MOST_DECIMALS = 6;

export function checkInput(
  check: Checker,
  criterion: Members,
  id: string | null,
  pointer: string,
  targets: RuleTargets,
): void {
  const direction = criterion.direction;
  if (direction !== 'higher' && direction !== 'lower' && direction !== undefined) {
    check.report(
      `${pointer}/direction`,
      'not_a_direction',
      'must be "higher" or "lower", whichever is safer',
    );
  }
  if ('gate' in criterion && criterion.gate !== true) {
    check.report(`${pointer}/gate`, 'not_true', 'must be true or absent');
  }
  const place = `${pointer}/input`;
  const input = check.members(criterion.input, place, ['type'], ['scale', 'breakpoints', 'options']);
  if (input === null) return;
  if (input.type === 'number') {
    check.members(input, place, ['type', 'scale', 'breakpoints']);
    check.text(criterion.unit, `${pointer}/unit`);
    if ('option_definitions' in criterion) {
      check.report(
        `${pointer}/option_definitions`,
        'unknown_member',
        'must be absent, because a number has no options',
      );
    }
    if (criterion.gate === true) {
      check.report(`${pointer}/gate`, 'not_a_gate', 'only an input with options can be a gate');
    }
    const scale = check.wholeNumber(input.scale, `${place}/scale`, 0, MOST_DECIMALS);
    if (scale === null) return;
    checkBreakpoints(check, input.breakpoints, `${place}/breakpoints`, scale, direction);
    if (id !== null)
      targets.numbers.set(id, { scale, direction: direction === 'lower' ? 'lower' : 'higher' });
  } else if (input.type === 'enum') {
    check.members(input, place, ['type', 'options']);
    if (criterion.unit !== undefined && criterion.unit !== '') {
      check.report(`${pointer}/unit`, 'unit_of_options', 'must be empty: options have no unit');
    }
    if (direction === 'lower') {
      check.report(
        `${pointer}/direction`,
        'not_a_direction',
        'must be "higher", because options are listed worst first',
      );
    }
    const options = checkOptions(check, input.options, `${place}/options`);
    checkOptionDefinitions(check, criterion.option_definitions, pointer, options);
    if (id !== null) targets.enums.set(id, { options: [...options], gate: criterion.gate === true });
  } else {
    check.report(`${place}/type`, 'unknown_input_type', 'must be "number" or "enum"');
  }
}

function checkBreakpoints(
  check: Checker,
  value: unknown,
  pointer: string,
  scale: number,
  direction: unknown,
): void {
  const entries = check.list(value, pointer, 2);
  let lastInput = -1;
  let lastPoints: number | null = null;
  let firstInput: number | null = null;
  let best = 0;
  for (const [index, entry] of entries.entries()) {
    const place = `${pointer}/${index}`;
    const pair = check.pair(entry, place);
    if (pair === null) return;
    const input = check.decimal(pair[0], `${place}/0`, scale);
    const points = check.decimal(pair[1], `${place}/1`, 2, FULL);
    if (input === null || points === null) return;
    firstInput ??= input;
    if (input <= lastInput) {
      const message = `inputs must increase: ${formatScaled(input, scale)} follows ${formatScaled(lastInput, scale)}`;
      check.report(`${place}/0`, 'inputs_do_not_rise', message);
    }
    if (lastPoints !== null && (direction === 'lower' ? points > lastPoints : points < lastPoints)) {
      const message = `points run against the direction: ${formatHundredths(points)} follows ${formatHundredths(lastPoints)}, but ${direction} is safer`;
      check.report(`${place}/1`, 'points_against_direction', message);
    }
    lastInput = input;
    lastPoints = points;
    best = Math.max(best, points);
  }
  if (firstInput === null) return;
  if (best !== FULL) check.report(pointer, 'best_is_not_full', 'the best input must earn 100.00 points');
  // Interpolation multiplies a distance by points; the product must stay an exact integer.
  if ((lastInput - firstInput) * FULL > Number.MAX_SAFE_INTEGER) {
    check.report(pointer, 'range_too_wide', 'the range is too wide for exact arithmetic');
  }
}

function checkOptions(check: Checker, value: unknown, pointer: string): Set<string> {
  const names = new Set<string>();
  let last = 0;
  for (const [index, entry] of check.list(value, pointer, 2).entries()) {
    const place = `${pointer}/${index}`;
    const pair = check.pair(entry, place);
    if (pair === null) continue;
    check.unique(check.id(pair[0], `${place}/0`), names, `${place}/0`);
    const points = check.decimal(pair[1], `${place}/1`, 2, FULL);
    if (points === null) continue;
    if (points < last) {
      check.report(
        `${place}/1`,
        'points_against_direction',
        'options are listed worst first, so points must not decrease',
      );
    }
    last = points;
  }
  if (names.size > 0 && last !== FULL) {
    check.report(pointer, 'best_is_not_full', 'the best option must earn 100.00 points');
  }
  return names;
}

export function checkOptionDefinitions(
  check: Checker,
  value: unknown,
  pointer: string,
  options: ReadonlySet<string>,
): void {
  const place = `${pointer}/option_definitions`;
  const definitions = check.members(value, place, [...options]);
  if (definitions === null) return;
  for (const option of options) check.text(definitions[option], `${place}/${option}`);
}
