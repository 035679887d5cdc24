// The value that a comparison reads of a provider at a moment.

import { dayNumber, secondsOf } from '../arithmetic/dates.ts';
import { formatHundredths } from '../arithmetic/fixed.ts';
import { isObject } from '../json/canonical.ts';
import { BANDS, type PolicyValue, valueNamed } from './catalogue.ts';
import type { Comparison } from './document.ts';
import { readWindow, type Step, stepsOf } from './history.ts';
import { dayOf, hundredthsOf, placeOf, scoreOf } from './scale.ts';
import type { PolicySnapshot } from './snapshot.ts';

/** As it is shown: a decimal in quotes, a band, a day, a word or a flag. Undefined: not known; null: does not apply. */
export type Seen = string | boolean | null | undefined;

/** A UTC day, and seconds since 1970. */
export interface Moment {
  day: number;
  second: number;
}

export interface View {
  snapshot: PolicySnapshot;
  at: Moment;
  /** Undefined: not known. */
  history: readonly Step[] | undefined;
}

export function momentOf(instant: string): Moment {
  const second = secondsOf(instant);
  if (second === null) throw new RangeError(`not an instant in UTC: ${instant}`);
  return { day: dayNumber(instant.slice(0, 10)) as number, second };
}

export function viewOf(snapshot: PolicySnapshot, at: Moment): View {
  return { snapshot, at, history: stepsOf(snapshot, at.day) };
}

/** The same, had nothing been published after this step, which has a score. */
export function asOfStep({ snapshot, at, history = [] }: View, step: Step): View {
  const inForce = { score: formatHundredths(step.score!), band: BANDS[step.band!]! };
  return { snapshot: { ...snapshot, ...inForce }, at, history: history.slice(0, history.indexOf(step) + 1) };
}

export function seenIn(comparison: Comparison, view: View): Seen {
  const value = valueNamed(comparison.value);
  const read = readFrom(comparison, view);
  if (read === null) return value.doesNotApply === undefined ? undefined : null;
  return isOf(value, read, view.at.day) ? (read as string | boolean) : undefined;
}

function isOf(value: PolicyValue, read: unknown, today: number): boolean {
  switch (value.type) {
    case 'flag':
      return typeof read === 'boolean';
    case 'word':
      return typeof read === 'string' && (value.words === null || value.words.includes(read));
    case 'band':
      return placeOf(read) !== undefined;
    case 'day': {
      const day = dayOf(read);
      return day !== undefined && day <= today;
    }
    case 'hundredths': {
      const number = hundredthsOf(read);
      return number !== undefined && number >= value.least && number <= value.most;
    }
  }
}

function readFrom(comparison: Comparison, { snapshot, at, history }: View): unknown {
  const { modules, caps } = snapshot;
  const first = at.day - (comparison.within_days ?? 0);
  switch (comparison.value) {
    case 'module_minimum':
      return isObject(modules) ? lowest(Object.values(modules).filter((one) => one !== null)) : undefined;
    case 'module_score':
      return memberOf(modules, comparison.module!);
    case 'capped':
      return isObject(caps) ? isAny(Object.values(caps)) : undefined;
    case 'cap':
      return memberOf(caps, comparison.rule!);
    case 'stale':
      return isStale(snapshot, at);
    case 'corrected':
      return isWithin(snapshot.corrections, first, at.day);
    case 'worst_band':
    case 'lowest_score':
    case 'change':
      return readWindow(comparison.value, history, first);
    case 'yield_lowest':
      return snapshot.yield === null ? null : memberOf(snapshot.yield, 'lowest');
    case 'yield_highest':
      return snapshot.yield === null ? null : memberOf(snapshot.yield, 'highest');
    default:
      return snapshot[comparison.value];
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isAny(flags: readonly unknown[]): boolean | undefined {
  if (flags.includes(true)) return true;
  return flags.every((flag) => flag === false) ? false : undefined;
}

function lowest(scores: readonly unknown[]): string | undefined {
  const numbers = scores.map(scoreOf);
  if (numbers.length === 0 || numbers.includes(undefined)) return undefined;
  return formatHundredths(Math.min(...(numbers as number[])));
}

/** A score that was fresh when the snapshot was made may have become stale since. */
export function isStale({ stale, stale_from }: PolicySnapshot, { second }: Moment): boolean | undefined {
  const since = hasCome(stale_from, second);
  if (stale === true || since === true) return true;
  return stale === false && since === false ? false : undefined;
}

/** Undefined: not known. */
export function hasCome(instant: string | null | undefined, now: number): boolean | undefined {
  if (instant === null) return false;
  const second = secondsOf(instant);
  return second === null ? undefined : second <= now;
}

function isWithin(days: unknown, first: number, today: number): boolean | undefined {
  if (!Array.isArray(days)) return undefined;
  const numbers = days.map(dayOf);
  if (!numbers.every((day) => day !== undefined && day <= today)) return undefined;
  return numbers.some((day) => day! >= first);
}

/** "score", "module_score liquidity", "lowest_score 30": under which a decision lists what it saw. */
export function seenName(comparison: Comparison): string {
  const { parameter } = valueNamed(comparison.value);
  return parameter === undefined ? comparison.value : `${comparison.value} ${comparison[parameter]}`;
}
