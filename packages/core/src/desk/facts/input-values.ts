// The value of an input, with the grade and the date of its evidence: which are valid, and in what form they are kept.

import { formatScaled, type Methodology, parseScaled, score } from '@rf-indicators/engine';
import { PROVIDER_FACTS, REFERENCE_RATE, readFactValue } from './fact-definitions.ts';

interface DatedGrade {
  grade: string;
  evidence_date: string;
}

export function isInputId({ criterionById, gateById }: Methodology, id: string): boolean {
  return criterionById.has(id) || gateById.has(id) || isFact(id);
}

export function isFact(id: string): boolean {
  return id === REFERENCE_RATE || PROVIDER_FACTS.includes(id);
}

/**
 * Errors that the engine finds when it scores this input alone. Without evidence, a placeholder is used, so that at
 * least the value is checked.
 */
export function engineErrors(
  methodology: Methodology,
  today: string,
  input: string,
  value: unknown,
  evidence: DatedGrade | null,
) {
  const [bestGrade] = methodology.grades.keys();
  const { grade, evidence_date } = evidence ?? { grade: bestGrade, evidence_date: today };
  const outcome = score(methodology, {
    provider_id: 'proposed',
    planner_type: 'btc',
    scoring_date: today,
    flags: {},
    gates: {},
    inputs: {},
    [methodology.gateById.has(input) ? 'gates' : 'inputs']: { [input]: { value, grade, evidence_date } },
  });
  return outcome.status === 'INVALID' ? outcome.result.errors : [];
}

/** What is wrong with the grade or the date, found with a valid value of the framework's first criterion. */
export function evidenceErrors(methodology: Methodology, today: string, evidence: DatedGrade | null) {
  const { id, input } = methodology.criteria[0]!;
  const [option = '0'] = input.kind === 'enum' ? input.points.keys() : [];
  return engineErrors(methodology, today, id, option, evidence);
}

/** A value in its one form, so that equal values compare as equal; null if it has none. Options stay as they are. */
export function canonicalInput(methodology: Methodology, input: string, value: string): string | null {
  if (isFact(input)) {
    const reading = readFactValue(input, value);
    return 'value' in reading ? reading.value : null;
  }
  const form = methodology.criterionById.get(input)?.input;
  if (form?.kind !== 'number') return value;
  const amount = parseScaled(value, form.scale);
  return amount === null ? null : formatScaled(amount, form.scale);
}
