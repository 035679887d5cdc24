// Collects the problems of a framework file with their locations, so that its author sees all of them at once.

import { parseScaled } from '../arithmetic/fixed.ts';
import { isObject } from '../json/canonical.ts';
import { quote, step } from '../json/pointer.ts';

export interface MethodologyProblem {
  pointer: string;
  code: string;
  message: string;
}

export class MethodologyError extends Error {
  override readonly name = 'MethodologyError';
  readonly problems: readonly MethodologyProblem[];

  constructor(problems: readonly MethodologyProblem[]) {
    const first = problems[0];
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    super(`${first?.pointer || '(document)'}: ${first?.message} (${count})`);
    this.problems = problems;
  }
}

export type Members = Record<string, unknown>;

const ID = /^[a-z][a-z0-9_]{0,63}$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

export class Checker {
  readonly problems: MethodologyProblem[] = [];

  report(pointer: string, code: string, message: string): void {
    this.problems.push({ pointer, code, message });
  }

  /** Checks for an object with exactly these members; null if the value is not an object. */
  members(value: unknown, pointer: string, required: string[], optional: string[] = []): Members | null {
    if (!isObject(value)) {
      this.report(pointer, 'not_an_object', 'must be an object');
      return null;
    }
    for (const name of required) {
      if (!Object.hasOwn(value, name)) {
        this.report(pointer, 'missing_member', `lacks the member ${quote(name)}`);
      }
    }
    for (const name of Object.keys(value)) {
      if (!required.includes(name) && !optional.includes(name)) {
        this.report(pointer + step(name), 'unknown_member', `is not a known member: ${quote(name)}`);
      }
    }
    return value;
  }

  list(value: unknown, pointer: string, atLeast: number): unknown[] {
    if (!Array.isArray(value)) {
      if (value !== undefined) this.report(pointer, 'not_a_list', 'must be a list');
      return [];
    }
    if (value.length < atLeast)
      this.report(pointer, 'too_few', `must have at least ${atLeast} ${atLeast === 1 ? 'entry' : 'entries'}`);
    return value;
  }

  pair(value: unknown, pointer: string): [unknown, unknown] | null {
    if (Array.isArray(value) && value.length === 2) return [value[0], value[1]];
    this.report(pointer, 'not_a_pair', 'must be a list of exactly two entries');
    return null;
  }

  /** Text that may appear in a canonical result: printable ASCII. */
  text(value: unknown, pointer: string): string | null {
    if (value === undefined) return null;
    if (typeof value === 'string' && PRINTABLE_ASCII.test(value)) return value;
    this.report(pointer, 'not_text', 'must be a non-empty string of printable ASCII characters');
    return null;
  }

  id(value: unknown, pointer: string): string | null {
    if (value === undefined) return null;
    if (typeof value === 'string' && ID.test(value)) return value;
    this.report(pointer, 'not_an_id', 'must be an id: lower-case letters, digits and underscores');
    return null;
  }

  wholeNumber(value: unknown, pointer: string, least: number, most: number): number | null {
    if (value === undefined) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    this.report(pointer, 'not_a_whole_number', `must be a whole number from ${least} to ${most}`);
    return null;
  }

  /** Parses a decimal in quotes with at most `scale` decimals into an integer times 10^scale. */
  decimal(value: unknown, pointer: string, scale: number, most = Number.MAX_SAFE_INTEGER): number | null {
    if (value === undefined) return null;
    const parsed = typeof value === 'string' ? parseScaled(value, scale) : null;
    if (parsed !== null && parsed <= most) return parsed;
    const range = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most / 10 ** scale}`;
    this.report(
      pointer,
      'not_a_decimal',
      `must be a decimal in quotes with at most ${scale} decimals, not negative${range}`,
    );
    return null;
  }

  unique(name: string | null, seen: Set<string>, pointer: string): void {
    if (name === null) return;
    if (seen.has(name)) this.report(pointer, 'not_unique', `is used more than once: ${quote(name)}`);
    seen.add(name);
  }

  known(name: unknown, names: ReadonlySet<string>, pointer: string, what: string): void {
    if (name === undefined || (typeof name === 'string' && names.has(name))) return;
    const shown = typeof name === 'string' ? quote(name) : 'a value that is not a string';
    this.report(pointer, 'unknown_reference', `is not a known ${what}: ${shown}`);
  }

  addsUp(total: number, wanted: number, pointer: string, what: string): void {
    if (total !== wanted) {
      this.report(pointer, 'weights_do_not_add_up', `${what} add up to ${total}, not to ${wanted}`);
    }
  }
}
