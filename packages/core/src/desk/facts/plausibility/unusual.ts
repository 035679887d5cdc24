// What is unusual about a value that is proposed. Nothing of it is refused, but both people confirm it with a sentence.

import { amountInWords, amountOf, type EntryChecksDocument, isWithin, rangeInWords } from './document.ts';
import { crossProblems, type KnownValues, whyImpossible } from './impossible.ts';
import { quoteContradiction } from './quote-units.ts';

export interface UnusualMark {
  kind: 'range' | 'change' | 'together' | 'quote';
  message: string;
}

export interface EnteredValue {
  input: string;
  value: string;
  quote: string | null;
  /** "Checked, unchanged": the value was confirmed when it was new. */
  isRenewal: boolean;
}

/** `current` is the value that counts now; `after` are the facts as they would be with the value. */
export function unusualMarks(
  checks: EntryChecksDocument,
  { input, value, quote, isRenewal }: EnteredValue,
  current: string | null,
  after: KnownValues,
): UnusualMark[] {
  const check = checks.inputs[input];
  // No confirmation makes it possible.
  if (check === undefined || whyImpossible(checks, input, value) !== null) return [];
  const marks: UnusualMark[] = [];
  const contradiction = quoteContradiction(check.unit ?? null, value, quote);
  if (contradiction !== null) marks.push({ kind: 'quote', message: contradiction });
  if (isRenewal) return marks;
  if (!isWithin(check, check.usual, value)) {
    const usual = rangeInWords(check, check.usual!);
    marks.push({ kind: 'range', message: `${value} is outside the usual range, ${usual}` });
  }
  const change = changeMark(check.change, current, value);
  if (change !== null) marks.push({ kind: 'change', message: change });
  for (const { inputs, message } of crossProblems(checks, after, 'unusual'))
    if (inputs.includes(input)) marks.push({ kind: 'together', message });
  return marks;
}

function changeMark(bound: string | undefined, current: string | null, value: string): string | null {
  if (bound === undefined || current === null || current === value) return null;
  if (bound === 'any') return `it was ${current}, and it rarely changes`;
  const [most, before, now] = [amountOf(bound), amountOf(current), amountOf(value)];
  if (most === null || before === null || now === null || Math.abs(now - before) <= most) return null;
  return `it was ${current}: a change of ${amountInWords(Math.abs(now - before))}, more than ${bound}`;
}
