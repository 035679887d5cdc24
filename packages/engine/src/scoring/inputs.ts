// Validates the inputs of one provider and converts them to integers. All errors are reported at once.

import { dayNumber } from '../arithmetic/dates.ts';
import { parseScaled } from '../arithmetic/fixed.ts';
import { isObject } from '../json/canonical.ts';
import { quote, step } from '../json/pointer.ts';
import { PLANNER_TYPES, type PlannerType } from '../methodology/document.ts';
import type { Criterion, Gate, Methodology } from '../methodology/methodology.ts';
import { INPUT_ERROR_CODES, type InputError, type InputErrorCode, numberErrorCode } from './input-errors.ts';

/** One value with its evidence. */
export interface Reading {
  /** The option, or the number as it was written. */
  value: string;
  /** The number times 10^scale; 0 for options. */
  amount: number;
  grade: string;
  gradePercent: number;
  evidenceDate: string;
  /** Days between the evidence and the scoring date. */
  age: number;
}

/** Everything known about one provider on the scoring date. */
export interface Inputs {
  providerId: string;
  plannerType: PlannerType;
  scoringDate: string;
  /** The scoring date as a day number. */
  scoringDay: number;
  flagMask: number;
  /** By position in the framework; null where there is no evidence. */
  gates: (Reading | null)[];
  /** By position in the framework; null where there is no evidence. */
  criteria: (Reading | null)[];
}

const LONGEST_VALUE = 64;
const PROVIDER_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const FORBIDDEN_MEMBERS = ['__proto__', 'constructor', 'prototype'];

type Report = (pointer: string, code: InputErrorCode, hint?: string) => void;

/** Returns the inputs, or every input error, sorted by pointer. */
export function readInputs(methodology: Methodology, value: unknown): Inputs | InputError[] {
  const errors: InputError[] = [];
  const report: Report = (pointer, code, hint) => {
    const sentence = INPUT_ERROR_CODES[code];
    errors.push({ code, message: hint === undefined ? sentence : `${sentence} ${hint}`, pointer });
  };
  const inputs = readMembers(methodology, value, report);
  if (errors.length === 0) return inputs;
  return errors.sort((a, b) => compare(a.pointer, b.pointer) || compare(a.code, b.code));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function readMembers(methodology: Methodology, value: unknown, report: Report): Inputs {
  const read: Inputs = {
    providerId: '',
    plannerType: 'btc',
    scoringDate: '',
    scoringDay: 0,
    flagMask: 0,
    gates: new Array(methodology.gates.length).fill(null),
    criteria: new Array(methodology.criteria.length).fill(null),
  };
  if (!isObject(value)) {
    report('', 'run_not_object');
    return read;
  }
  refuseForbidden(value, '', report);
  read.providerId = readProviderId(member(value, 'provider_id', report), report);
  read.plannerType = readPlannerType(member(value, 'planner_type', report), report);
  const scoringDay = readDate(member(value, 'scoring_date', report), '/scoring_date', 'scoring_date', report);
  if (scoringDay !== null) {
    read.scoringDate = value.scoring_date as string;
    read.scoringDay = scoringDay;
  }
  read.flagMask = readFlags(methodology, member(value, 'flags', report), report);

  const gates = objectMember(value, 'gates', 'gates_not_object', report);
  for (const id of Object.keys(gates)) {
    const gate = methodology.gateById.get(id);
    if (gate) {
      const reading = readEntry(methodology, gate, gates[id], `/gates/${id}`, scoringDay, report);
      read.gates[methodology.gates.indexOf(gate)] = reading;
    } else refuseUnknown(id, '/gates', methodology.criterionById.has(id), 'unknown_gate', report);
  }
  const inputs = objectMember(value, 'inputs', 'inputs_not_object', report);
  for (const id of Object.keys(inputs)) {
    const criterion = methodology.criterionById.get(id);
    if (criterion) {
      const reading = readEntry(methodology, criterion, inputs[id], `/inputs/${id}`, scoringDay, report);
      read.criteria[criterion.index] = reading;
    } else refuseUnknown(id, '/inputs', methodology.gateById.has(id), 'unknown_input', report);
  }
  return read;
}

function member(value: Record<string, unknown>, name: string, report: Report): unknown {
  if (Object.hasOwn(value, name)) return value[name];
  report(`/${name}`, 'missing_member');
  return undefined;
}

function objectMember(
  parent: Record<string, unknown>,
  name: string,
  code: InputErrorCode,
  report: Report,
): Record<string, unknown> {
  const value = member(parent, name, report);
  if (isObject(value)) return value;
  if (value !== undefined) report(`/${name}`, code);
  return {};
}

function refuseForbidden(value: object, pointer: string, report: Report): void {
  for (const name of FORBIDDEN_MEMBERS) {
    if (Object.hasOwn(value, name)) report(pointer + step(name), 'forbidden_member');
  }
}

function refuseUnknown(
  id: string,
  pointer: string,
  knownElsewhere: boolean,
  code: InputErrorCode,
  report: Report,
): void {
  const place = pointer + step(id);
  if (FORBIDDEN_MEMBERS.includes(id)) report(place, 'forbidden_member');
  else if (knownElsewhere) report(place, 'misplaced_input');
  else report(place, code, `Found ${quote(id)}.`);
}

function readProviderId(value: unknown, report: Report): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') report('/provider_id', 'provider_id_not_text');
  else if (!PROVIDER_ID.test(value)) report('/provider_id', 'provider_id_malformed');
  else return value;
  return '';
}

function readPlannerType(value: unknown, report: Report): PlannerType {
  if (value === undefined) return 'btc';
  const known = PLANNER_TYPES.find((type) => type === value);
  if (known) return known;
  if (typeof value !== 'string') report('/planner_type', 'planner_type_not_text');
  else report('/planner_type', 'unknown_planner_type', `Found ${quote(value)}.`);
  return 'btc';
}

function readDate(
  value: unknown,
  pointer: string,
  what: 'scoring_date' | 'evidence_date',
  report: Report,
): number | null {
  if (value === undefined) return null;
  if (typeof value !== 'string') {
    report(pointer, `${what}_not_text`);
    return null;
  }
  const day = dayNumber(value);
  if (typeof day === 'number') return day;
  report(pointer, `${what}_${day}`, `Found ${quote(value)}.`);
  return null;
}

/** An absent flag counts as true: its criteria apply, and without evidence they earn nothing. */
function readFlags(methodology: Methodology, value: unknown, report: Report): number {
  let mask = 2 ** methodology.flagBits.size - 1;
  if (value === undefined) return mask;
  if (!isObject(value)) {
    report('/flags', 'flags_not_object');
    return mask;
  }
  for (const name of Object.keys(value)) {
    const bit = methodology.flagBits.get(name);
    if (bit === undefined) refuseUnknown(name, '/flags', false, 'unknown_flag', report);
    else if (typeof value[name] !== 'boolean') report(`/flags/${name}`, 'flag_not_boolean');
    else if (value[name] === false) mask -= bit;
  }
  return mask;
}

function readEntry(
  methodology: Methodology,
  target: Criterion | Gate,
  entry: unknown,
  pointer: string,
  scoringDay: number | null,
  report: Report,
): Reading | null {
  if (!isObject(entry)) {
    report(pointer, 'entry_not_object');
    return null;
  }
  if (Object.hasOwn(entry, '__proto__')) report(`${pointer}/__proto__`, 'forbidden_member');
  const { value, grade, evidence_date: date } = entry;
  const amount = readValue(target, value, pointer, report);
  const gradePercent = typeof grade === 'string' ? methodology.grades.get(grade) : undefined;
  if (gradePercent === undefined) {
    if (grade === undefined) report(`${pointer}/grade`, 'missing_member');
    else if (typeof grade !== 'string') report(`${pointer}/grade`, 'grade_not_text');
    else report(`${pointer}/grade`, 'unknown_grade', `Found ${quote(grade)}.`);
  }
  if (date === undefined) report(`${pointer}/evidence_date`, 'missing_member');
  const day = readDate(date, `${pointer}/evidence_date`, 'evidence_date', report);
  if (day === null || scoringDay === null || amount === null || gradePercent === undefined) return null;
  if (day > scoringDay) {
    report(`${pointer}/evidence_date`, 'evidence_date_in_future', `Found ${date}.`);
    return null;
  }
  return {
    value: value as string,
    amount,
    grade: grade as string,
    gradePercent,
    evidenceDate: date as string,
    age: scoringDay - day,
  };
}

/** The number times 10^scale, or 0 for a known option. Reports anything else and returns null. */
function readValue(target: Criterion | Gate, value: unknown, pointer: string, report: Report): number | null {
  const place = `${pointer}/value`;
  if (typeof value !== 'string') {
    report(place, value === undefined ? 'missing_member' : 'value_not_text');
    return null;
  }
  if ('input' in target && target.input.kind === 'number') {
    const amount = parseScaled(value, target.input.scale);
    if (amount !== null && value.length <= LONGEST_VALUE) return amount;
    reportValue(value, place, report, () =>
      numberErrorCode(value, (target.input as { scale: number }).scale),
    );
    return null;
  }
  const known = 'input' in target ? (target.input.points as ReadonlyMap<string, number>) : target.options;
  if (known.has(value)) return 0;
  reportValue(value, place, report, () => 'unknown_option');
  return null;
}

function reportValue(value: string, place: string, report: Report, codeOf: () => InputErrorCode): void {
  if (value === '') report(place, 'value_empty');
  else if (value.length > LONGEST_VALUE)
    report(place, 'value_too_long', `It has ${value.length} characters.`);
  else report(place, codeOf(), `Found ${quote(value)}.`);
}
