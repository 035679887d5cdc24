import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INPUT_ERROR_CODES, type InputErrorCode, score } from '@rf-indicators/engine';
import { framework, type SampleProvider, sampleProviders } from './support/framework.ts';

type AnyObject = Record<string, unknown>;

const LEFT_OUT = Symbol('left out');
const NUMBER = '/inputs/reserve_coverage/value';
const WHOLE_NUMBER = '/inputs/key_quorum/value';
const OPTION = '/inputs/yield_source/value';
const GRADE = '/inputs/reserve_coverage/grade';
const DATE = '/inputs/reserve_coverage/evidence_date';
const AN_ENTRY = { value: 'none', grade: 'A', evidence_date: '2026-03-30' };

/** A description, the expected code, and the pointer and value of the change that makes valid inputs invalid. */
const BAD_INPUTS: [what: string, code: InputErrorCode, place: string, put: unknown][] = [
  ['an input document that is a list', 'run_not_object', '', []],
  ['an input document that is null', 'run_not_object', '', null],
  ['no provider_id', 'missing_member', '/provider_id', LEFT_OUT],
  ['no inputs', 'missing_member', '/inputs', LEFT_OUT],
  ['an input without a value', 'missing_member', NUMBER, LEFT_OUT],
  ['a gate without a grade', 'missing_member', '/gates/insolvency_status/grade', LEFT_OUT],
  ['an input without an evidence date', 'missing_member', DATE, LEFT_OUT],
  ['__proto__ at the top level', 'forbidden_member', '/__proto__', {}],
  ['__proto__ among the inputs', 'forbidden_member', '/inputs/__proto__', AN_ENTRY],
  ['__proto__ among the flags', 'forbidden_member', '/flags/__proto__', true],
  ['__proto__ in an input', 'forbidden_member', '/inputs/reserve_coverage/__proto__', {}],
  ['constructor as an input', 'forbidden_member', '/inputs/constructor', AN_ENTRY],
  ['a provider_id that is a number', 'provider_id_not_text', '/provider_id', 7],
  ['a provider_id with a path in it', 'provider_id_malformed', '/provider_id', '../../etc'],
  ['an empty provider_id', 'provider_id_malformed', '/provider_id', ''],
  ['a planner type that is a list', 'planner_type_not_text', '/planner_type', ['btc']],
  ['an unknown planner type', 'unknown_planner_type', '/planner_type', 'gold'],
  ['a planner type in capitals', 'unknown_planner_type', '/planner_type', 'BTC'],
  ['a scoring date that is a number', 'scoring_date_not_text', '/scoring_date', 20260401],
  ['a scoring date with a time', 'scoring_date_malformed', '/scoring_date', '2026-04-01T00:00:00Z'],
  ['a leap day in a common year', 'scoring_date_impossible', '/scoring_date', '2026-02-29'],
  ['flags that are a list', 'flags_not_object', '/flags', []],
  ['an unknown flag', 'unknown_flag', '/flags/staked', true],
  ['a flag that is a number', 'flag_not_boolean', '/flags/lends', 1],
  ['a flag that is null', 'flag_not_boolean', '/flags/lends', null],
  ['gates that are null', 'gates_not_object', '/gates', null],
  ['an unknown gate', 'unknown_gate', '/gates/weather', AN_ENTRY],
  ['inputs that are a text', 'inputs_not_object', '/inputs', 'all good'],
  ['an unknown input', 'unknown_input', '/inputs/a~1b', AN_ENTRY],
  ['a gate among the inputs', 'misplaced_input', '/inputs/insolvency_status', AN_ENTRY],
  ['a criterion among the gates', 'misplaced_input', '/gates/withdrawal_status', AN_ENTRY],
  ['an input that is null', 'entry_not_object', '/inputs/reserve_coverage', null],
  ['an input that is a plain value', 'entry_not_object', '/inputs/reserve_coverage', '104.30'],
  ['a number without quotes', 'value_not_text', NUMBER, 104.3],
  ['an empty value', 'value_empty', NUMBER, ''],
  ['a number of 10 MB', 'value_too_long', NUMBER, '9'.repeat(10_000_000)],
  ['an option of 10 MB', 'value_too_long', OPTION, 'x'.repeat(10_000_000)],
  ['an unknown option', 'unknown_option', OPTION, 'magic'],
  ['an option named like a method', 'unknown_option', OPTION, 'toString'],
  ['an unknown option of a gate', 'unknown_option', '/gates/insolvency_status/value', 'maybe'],
  ['a negative number', 'number_negative', NUMBER, '-1.00'],
  ['minus zero', 'number_negative', NUMBER, '-0'],
  ['a plus sign', 'number_with_plus', NUMBER, '+1'],
  ['an exponent', 'number_with_exponent', NUMBER, '1e2'],
  ['an exponent with a sign', 'number_with_exponent', NUMBER, '1.5E-2'],
  ['a space before a number', 'number_with_space', NUMBER, ' 104.30'],
  ['a line break after a number', 'number_with_space', NUMBER, '104.30\n'],
  ['thousands separators', 'number_with_separator', NUMBER, '1,000.00'],
  ['a decimal comma', 'number_with_separator', NUMBER, '104,30'],
  ['NaN', 'number_not_finite', NUMBER, 'NaN'],
  ['infinity', 'number_not_finite', NUMBER, '-Infinity'],
  ['a hexadecimal number', 'number_in_other_base', NUMBER, '0x64'],
  ['digits of another script', 'number_foreign_digits', NUMBER, '\u0661\u0660\u0664'],
  ['a leading zero', 'number_leading_zero', NUMBER, '0104.30'],
  ['no digit before the point', 'number_incomplete', NUMBER, '.5'],
  ['no digit after the point', 'number_incomplete', NUMBER, '104.'],
  ['ten digits before the point', 'number_too_large', NUMBER, '1000000000'],
  ['three decimals where two are allowed', 'number_too_many_decimals', NUMBER, '104.300'],
  ['a decimal where none is allowed', 'number_too_many_decimals', WHOLE_NUMBER, '3.0'],
  ['a word for a number', 'number_malformed', NUMBER, 'plenty'],
  ['a percent sign', 'number_malformed', NUMBER, '104.30%'],
  ['a grade that is a number', 'grade_not_text', GRADE, 1],
  ['an unknown grade', 'unknown_grade', GRADE, 'F'],
  ['a grade in lower case', 'unknown_grade', GRADE, 'a'],
  ['an evidence date that is null', 'evidence_date_not_text', DATE, null],
  ['an evidence date in another order', 'evidence_date_malformed', DATE, '01.03.2026'],
  ['an evidence date in month 13', 'evidence_date_impossible', DATE, '2026-13-01'],
  ['an evidence date in the year 0', 'evidence_date_impossible', DATE, '0000-01-01'],
  ['evidence from the day after', 'evidence_date_in_future', DATE, '2026-04-02'],
];

/** Defines members instead of assigning them, as JSON.parse does, so that __proto__ becomes an ordinary member. */
function spoil(provider: AnyObject, place: string, put: unknown): unknown {
  if (place === '') return put;
  const names = place
    .slice(1)
    .split('/')
    .map((name) => name.replace('~1', '/'));
  const last = names.pop()!;
  const parent = names.reduce<AnyObject>((value, name) => value[name] as AnyObject, provider);
  if (put === LEFT_OUT) delete parent[last];
  else Object.defineProperty(parent, last, { value: put, enumerable: true, configurable: true });
  return provider;
}

for (const [what, code, pointer, put] of BAD_INPUTS) {
  test(`${what} is refused as ${code}`, () => {
    const outcome = score(framework, spoil(sampleProviders()[0] as unknown as AnyObject, pointer, put));
    assert.ok(outcome.status === 'INVALID');
    const errors = outcome.result.errors.map((error) => ({ code: error.code, pointer: error.pointer }));
    assert.deepEqual(errors, [{ code, pointer }]);
    assert.ok(JSON.stringify(outcome.result).length < 1000, 'a message does not repeat a huge value');
  });
}

test('every code except duplicate_member, which only text can have, is covered by a case above', () => {
  const shown = new Set(BAD_INPUTS.map(([, code]) => code));
  const codes = Object.keys(INPUT_ERROR_CODES).filter((code) => code !== 'duplicate_member');
  assert.deepEqual([...shown].sort(), codes.sort());
  assert.ok(codes.length >= 30);
});

test('all errors are reported at once, sorted by pointer', () => {
  const provider = sampleProviders()[0]! as AnyObject & SampleProvider;
  provider.inputs.reserve_coverage!.value = '1e2';
  provider.inputs.reserve_coverage!.grade = 'Z';
  provider.inputs.key_quorum!.evidence_date = '2027-01-01';
  (provider.flags as AnyObject).lends = 'yes';
  delete (provider as AnyObject).planner_type;
  const outcome = score(framework, provider);
  assert.ok(outcome.status === 'INVALID');
  assert.deepEqual(
    outcome.result.errors.map(({ pointer, code }) => `${pointer} ${code}`),
    [
      '/flags/lends flag_not_boolean',
      '/inputs/key_quorum/evidence_date evidence_date_in_future',
      '/inputs/reserve_coverage/grade unknown_grade',
      '/inputs/reserve_coverage/value number_with_exponent',
      '/planner_type missing_member',
    ],
  );
  assert.equal(outcome.result.provider_id, 'FX-01');
});

test('inputs that are invalid and also lack a gate are reported as invalid', () => {
  const provider = sampleProviders()[0]!;
  provider.gates = {};
  provider.inputs.reserve_coverage!.value = 'plenty';
  assert.equal(score(framework, provider).status, 'INVALID');
});

test('an invalid value is refused even if its criterion does not apply', () => {
  const provider = sampleProviders()[0]!;
  provider.inputs.par_deviation = { value: '-1', grade: 'A', evidence_date: '2026-03-01' };
  assert.equal(score(framework, provider).status, 'INVALID');
});

test('values beyond the breakpoints are valid', () => {
  const provider = sampleProviders()[0]!;
  provider.inputs.reserve_coverage!.value = '999999999.99';
  provider.inputs.weighted_ltv!.value = '0';
  assert.equal(score(framework, provider).status, 'SCORED');
});

test('members that scoring does not need are ignored', () => {
  const provider = sampleProviders()[0]! as AnyObject & SampleProvider;
  const plain = score(framework, provider).result;
  provider.yield_max = 'anything';
  (provider.inputs.reserve_coverage as unknown as AnyObject).note = { any: 'thing' };
  assert.deepEqual(score(framework, provider).result, plain);
});
