// Input error codes, for programs, and their messages, for people. docs/desk/input-errors.md is generated from this
// table.

export const INPUT_ERROR_CODES = {
  duplicate_member: 'A member appears more than once in an object.',
  run_not_object: 'The run is not a JSON object.',
  missing_member: 'A required member is missing.',
  forbidden_member: 'A member has a name that is reserved by the language, such as __proto__.',
  provider_id_not_text: 'provider_id is not a string.',
  provider_id_malformed:
    'provider_id must have 1 to 128 letters, digits or the characters . _ : - and begin with a letter or digit.',
  planner_type_not_text: 'planner_type is not a string.',
  unknown_planner_type: 'planner_type is not btc, fiat or stablecoin.',
  scoring_date_not_text: 'scoring_date is not a string.',
  scoring_date_malformed: 'scoring_date does not have the form YYYY-MM-DD.',
  scoring_date_impossible: 'scoring_date names a day that the calendar does not have.',
  flags_not_object: 'flags is not an object.',
  unknown_flag: 'A structure flag is not defined in the framework.',
  flag_not_boolean: 'A structure flag is neither true nor false.',
  gates_not_object: 'gates is not an object.',
  unknown_gate: 'A gate is not defined in the framework.',
  inputs_not_object: 'inputs is not an object.',
  unknown_input: 'An input is not a criterion of the framework.',
  misplaced_input: 'A gate is listed under inputs, or a criterion under gates.',
  entry_not_object: 'An input or gate is not an object with value, grade and evidence_date.',
  value_not_text: 'A value is not a string: numbers are written in quotes, as they were reported.',
  value_empty: 'A value is an empty string.',
  value_too_long: 'A value is longer than 64 characters.',
  unknown_option: 'A value is not one of the options.',
  number_negative: 'A number has a minus sign.',
  number_with_plus: 'A number has a plus sign.',
  number_with_exponent: 'A number is written with an exponent.',
  number_with_space: 'A number has white space in it or around it.',
  number_with_separator: 'A number has thousands separators or a decimal comma.',
  number_not_finite: 'A number is NaN or infinite.',
  number_in_other_base: 'A number is hexadecimal, octal or binary.',
  number_foreign_digits: 'A number has digits other than 0 to 9.',
  number_leading_zero: 'A number has an unnecessary leading zero.',
  number_incomplete: 'A number has no digit before or after its decimal point.',
  number_too_large: 'A number has more than nine digits before its decimal point.',
  number_too_many_decimals: 'A number has more decimals than the criterion allows.',
  number_malformed: 'A value is not a number.',
  grade_not_text: 'A grade is not a string.',
  unknown_grade: 'A grade is not defined in the framework.',
  evidence_date_not_text: 'An evidence date is not a string.',
  evidence_date_malformed: 'An evidence date does not have the form YYYY-MM-DD.',
  evidence_date_impossible: 'An evidence date names a day that the calendar does not have.',
  evidence_date_in_future: 'An evidence date is after the scoring date.',
} as const;

export type InputErrorCode = keyof typeof INPUT_ERROR_CODES;

export interface InputError {
  code: InputErrorCode;
  message: string;
  pointer: string;
}

/** The code that says why a text is not a valid number with `scale` decimals. */
export function numberErrorCode(text: string, scale: number): InputErrorCode {
  if (/\s/.test(text)) return 'number_with_space';
  if (/^[+-]?(nan|inf(inity)?)$/i.test(text)) return 'number_not_finite';
  if (/^[+-]?0[xob]/i.test(text)) return 'number_in_other_base';
  if (/^-\.?\d/.test(text)) return 'number_negative';
  if (/^\+\.?\d/.test(text)) return 'number_with_plus';
  if (/^\d*\.?\d+\.?e[+-]?\d+$/i.test(text)) return 'number_with_exponent';
  if (/^\d[\d.,'_]*[,'_][\d.,'_]*\d$/.test(text)) return 'number_with_separator';
  if (/^\.\d+$|^\d+\.$/.test(text)) return 'number_incomplete';
  if (/^0\d/.test(text) && /^\d+(\.\d+)?$/.test(text)) return 'number_leading_zero';
  if (/^\d{10,}(\.\d+)?$/.test(text)) return 'number_too_large';
  if (/^\d+\.\d+$/.test(text) && text.length - text.indexOf('.') - 1 > scale) {
    return 'number_too_many_decimals';
  }
  if (/^[\p{Nd}.]+$/u.test(text) && /[^\d.]/.test(text)) return 'number_foreign_digits';
  return 'number_malformed';
}
