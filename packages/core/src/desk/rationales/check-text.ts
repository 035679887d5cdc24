// Checks what a rationale says: the public reads it under every setting, so it must not give away what pages hide. It is a
// pure function; a person confirms what no program can check.

import { RATIONALE_LENGTH } from '@rf-indicators/contract';
import type { ComputationPackage, Methodology, Scored } from '@rf-indicators/engine';

/** Pages name the causes of these two rules to everybody. Other hard rules are a count. */
const PUBLIC_RULES: readonly string[] = ['HR01', 'HR02'];

export type ProblemKind = 'length' | 'value' | 'points' | 'rule_id' | 'rule_name';

export interface TextProblem {
  kind: ProblemKind;
  /** The part of the text. */
  found: string;
  message: string;
}

/** What a text must not contain, and the public figures that it may. */
export interface Hidden {
  /** The value of an input, with the name of the input. */
  values: readonly { name: string; value: string }[];
  /** Points with two decimals. */
  points: readonly string[];
  /** Figures of the headline: scores before and after, and their difference. */
  headline: readonly string[];
  /** Public names, which can contain numbers: of inputs, of modules and of the provider. */
  names: readonly string[];
  rules: readonly { id: string; name: string }[];
}

/** The length as everybody counts it: in characters, without blanks around the text. */
export function rationaleLength(text: string): number {
  return [...text.trim()].length;
}

export function textProblems(text: string, hidden: Hidden): TextProblem[] {
  return [...lengthProblems(text), ...ruleProblems(text, hidden), ...figureProblems(text, hidden)];
}

function lengthProblems(text: string): TextProblem[] {
  const { shortest, longest } = RATIONALE_LENGTH;
  const length = rationaleLength(text);
  if (length >= shortest && length <= longest) return [];
  const message = `A rationale has ${shortest} to ${longest} characters; this one has ${length}.`;
  return [{ kind: 'length', found: '', message }];
}

function ruleProblems(text: string, { rules }: Hidden): TextProblem[] {
  const found: TextProblem[] = [];
  for (const { id, name } of rules) {
    const byId = new RegExp(`(?<![A-Za-z0-9])${spaced(id)}(?![A-Za-z0-9])`, 'i').exec(text);
    if (byId !== null) {
      const message = `${byId[0]} is the id of a hard rule. Say in words what happened.`;
      found.push({ kind: 'rule_id', found: byId[0], message });
    }
    if (PUBLIC_RULES.includes(id)) continue;
    const byName = new RegExp(`(?<![A-Za-z0-9])${spaced(name)}(?![A-Za-z0-9])`, 'i').exec(text);
    if (byName !== null) {
      const message = `"${byName[0]}" is the name of a hard rule that pages do not name. Write that a cap was applied or lifted.`;
      found.push({ kind: 'rule_name', found: byName[0], message });
    }
  }
  return found;
}

/** "single_key" also finds "single key" and "Single-key", and "HR05" also finds "HR 05". */
function spaced(name: string): string {
  const words = name.split(/[_\s-]+/).map((word) => word.replaceAll(/[^A-Za-z0-9]/g, '\\$&'));
  return words.join('[\\s_-]*').replace(/(?<=[A-Za-z])(?=\d)/, '[\\s_-]*');
}

interface Figure {
  text: string;
  /** In the unit of ones. */
  value: number;
  /** The digits after the point, as written. */
  decimals: number;
  /** What the written number is multiplied by: 1,000,000 for "million". */
  scale: number;
  /** All digits, without zeros before the first one. */
  digits: number;
  isPoints: boolean;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
  trillion: 1e12,
};

const FIGURE =
  /(?<![A-Za-z0-9.,_])(\d{1,3}(?:[,'\u00a0\u202f ]\d{3})+|\d+)(?:\.(\d+))?(?:[\s-]*(k|thousand|mn|million|m|bn|billion|trillion)(?![A-Za-z]))?(?:[\s-]*(points?|pts?)(?![A-Za-z]))?/gi;

function figuresIn(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].map((match) => {
    const [found, whole = '', decimals = '', scaleWord, points] = match;
    const scale = SCALES[scaleWord?.toLowerCase() ?? ''] ?? 1;
    const digits = whole.replaceAll(/\D/g, '') + decimals;
    return {
      text: found.trim(),
      value: Number(`${whole.replaceAll(/\D/g, '')}.${decimals || '0'}`) * scale,
      decimals: decimals.length,
      scale,
      digits: digits.replace(/^0+/, '').length,
      isPoints: points !== undefined,
    };
  });
}

/** Numbers in words. "One" is left out, because it is mostly no number. */
const UNITS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TEENS = [
  ...['ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen'],
  ...['sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const IN_WORDS = new RegExp(
  `\\b(?:(${TENS.join('|')})(?:[\\s-]+(one|${UNITS.join('|')}))?|(${TEENS.join('|')})|(${UNITS.join('|')}))\\b`,
  'gi',
);

function numbersInWords(text: string): { text: string; value: number }[] {
  return [...text.matchAll(IN_WORDS)].map(([found, tens, unit, teen, alone]) => {
    const place = (words: readonly string[], word: string | undefined) =>
      word === undefined ? -1 : words.indexOf(word.toLowerCase());
    const ones = unit?.toLowerCase() === 'one' ? 1 : place(UNITS, unit) + 2;
    if (tens !== undefined)
      return { text: found, value: (place(TENS, tens) + 2) * 10 + (unit === undefined ? 0 : ones) };
    if (teen !== undefined) return { text: found, value: place(TEENS, teen) + 10 };
    return { text: found, value: place(UNITS, alone) + 2 };
  });
}

/** The longest names first, because one can be a part of another. */
function withoutNames(text: string, names: readonly string[]): string {
  let rest = text;
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    if (!/\d|\s|-/.test(name)) continue;
    rest = rest.replaceAll(new RegExp(name.replaceAll(/[^A-Za-z0-9\s]/g, '\\$&'), 'gi'), ' ');
  }
  return rest;
}

function figureProblems(text: string, { values, points, headline, names }: Hidden): TextProblem[] {
  const isPublic = (value: number) => headline.some((figure) => Number(figure) === value);
  const numbers = values.flatMap(({ name, value }) =>
    /^[-+]?\d+(\.\d+)?$/.test(value) ? [{ name, value: Math.abs(Number(value)) }] : [],
  );
  const hiddenPoints = new Set(points.map((figure) => Math.abs(Number(figure))));
  const problems: TextProblem[] = [];
  const ofInput = (found: string, name: string) =>
    problems.push({
      kind: 'value',
      found,
      message: `${found} gives the value of "${name}" away. Name the input, and say in words how it changed.`,
    });
  const rest = withoutNames(text, names);
  for (const figure of figuresIn(rest)) {
    if (figure.scale === 1 && isPublic(figure.value)) continue;
    const input = numbers.find(({ value }) => gives(figure, value));
    if (input !== undefined) ofInput(figure.text, input.name);
    else if (figure.isPoints || (figure.decimals > 0 && hiddenPoints.has(figure.value)))
      problems.push({
        kind: 'points',
        found: figure.text,
        message: `${figure.text} looks like points, which pages do not show. Only the score before and after may be named.`,
      });
  }
  for (const { text: found, value } of numbersInWords(rest)) {
    const input = numbers.find((one) => one.value === value);
    if (input !== undefined && !isPublic(value)) ofInput(found, input.name);
  }
  // Options of an input are words with underscores.
  for (const { name, value } of values)
    if (value.includes('_') && text.toLowerCase().includes(value.toLowerCase())) ofInput(value, name);
  return problems;
}

/** Whether the figure is the value, or the value rounded to as many digits as the figure has; one digit says too little. */
function gives({ value: figure, decimals, scale, digits }: Figure, value: number): boolean {
  if (figure === value) return true;
  if (digits < 2) return false;
  const unit = scale / 10 ** decimals;
  const steps = Math.round(figure / unit);
  return steps === Math.round(value / unit) || steps === Math.floor(value / unit + 1e-9);
}

interface Result {
  package: ComputationPackage;
  scored: Scored;
}

/** What the packages behind a change contain that pages hide. `headline`: scores that the public sees anyway. */
export function hiddenIn(
  methodology: Methodology,
  results: readonly Result[],
  parts: readonly { points: string }[],
  headline: readonly string[],
): Hidden {
  return {
    values: results.flatMap(({ package: { inputs, gates, facts = {} } }) =>
      Object.entries({ ...gates, ...inputs, ...facts }).map(([id, { value }]) => ({
        name: inputName(methodology, id),
        value,
      })),
    ),
    points: [
      ...parts.map(({ points }) => points),
      ...results.flatMap(({ package: { result } }) => [
        result.uncapped_score,
        ...(result.decision.points_to_next_band === null ? [] : [result.decision.points_to_next_band]),
        ...result.modules.map(({ score }) => score),
        ...result.criteria.flatMap(({ points, contribution, shortfall }) => [
          points,
          contribution,
          shortfall,
        ]),
        ...result.decision.hard_caps_fired.flatMap(({ cap, point_impact }) => [cap, point_impact]),
      ]),
    ],
    headline,
    names: [
      ...methodology.criteria.map(({ label }) => label),
      ...methodology.modules.map(({ label }) => label),
      ...results.map(({ package: { provider } }) => provider.name),
    ],
    rules: methodology.rules.map(({ id, name }) => ({ id, name })),
  };
}

/** The name of an input as pages have it. */
export function inputName(methodology: Methodology, id: string): string {
  const label = methodology.criterionById.get(id)?.label ?? id.replaceAll('_', ' ');
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}
