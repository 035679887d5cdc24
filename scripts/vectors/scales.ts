// Vectors for every option of every enum and gate, and every breakpoint of every number.

import { formatScaled, type Methodology, PLANNER_TYPES, parseScaled } from '@rf-indicators/engine';
import {
  baseDraft,
  type Change,
  type CriterionEntry,
  type Draft,
  drafted,
  inTurn,
  named,
  twoByTwo,
  withGate,
} from './drafts.ts';

export function optionDrafts(methodology: Methodology): Draft[] {
  const { criteria, gates } = methodology.document;
  const options: Change[] = criteria.flatMap((criterion) =>
    criterion.input.type === 'number'
      ? []
      : criterion.input.options.map(([value]) => ({
          criterion,
          vector: `${criterion.id} is ${value}`,
          change: { value },
        })),
  );
  const ofGates = gates.flatMap(({ id, options }, turn) =>
    options.map((value) => {
      const base = baseDraft(methodology, inTurn(PLANNER_TYPES, turn));
      return named(withGate(base, id, { value }), `gate ${id} is ${value}`);
    }),
  );
  return [...options.map((change, turn) => drafted(methodology, [change], turn)), ...ofGates];
}

export function breakpointDrafts(methodology: Methodology): Draft[] {
  return twoByTwo(methodology, methodology.document.criteria.flatMap(aroundBreakpoints));
}

// An input may have at most nine integer digits.
const LARGEST_INTEGER = '999999999';

/** Each breakpoint, one unit below and above it, and values far beyond both ends, without duplicates. */
function aroundBreakpoints(criterion: CriterionEntry): Change[] {
  const { id, input } = criterion;
  if (input.type === 'enum') return [];
  const { scale } = input;
  const unit = formatScaled(1, scale);
  const found = new Map<string, string>();
  const note = (value: string, vector: string) => {
    if (!found.has(value)) found.set(value, vector);
  };
  for (const [text] of input.breakpoints) note(text, `${id} at breakpoint ${text}`);
  for (const [text] of input.breakpoints) {
    const at = parseScaled(text, scale)!;
    if (at > 0) note(formatScaled(at - 1, scale), `${id} at breakpoint ${text} minus ${unit}`);
    note(formatScaled(at + 1, scale), `${id} at breakpoint ${text} plus ${unit}`);
  }
  note(formatScaled(0, scale), `${id} far below its breakpoints`);
  const far = scale === 0 ? LARGEST_INTEGER : `${LARGEST_INTEGER}.${'9'.repeat(scale)}`;
  note(far, `${id} far above its breakpoints`);
  return [...found].map(([value, vector]) => ({ criterion, vector, change: { value } }));
}
