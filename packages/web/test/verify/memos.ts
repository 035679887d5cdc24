// Memos as credit people write them, from seeded templates, and the same with one digit altered.

export interface Indicator {
  id: string;
  name: string;
  score: string;
  band: string;
}

type Below = (limit: number) => number;

const inWords = (band: string) => `${band.charAt(0)}${band.slice(1).toLowerCase()} risk`;

/** Sentences and tables that quote one indicator. `@` marks digits that may be altered: `@91.52@`. */
const ONE: readonly ((one: Indicator) => string)[] = [
  ({ id, name, score, band }) =>
    `${name} was scored on 14 November 2026: ${inWords(band)} · @${score}@ (verification id @${id}@). We hold 3 positions worth $1,204.50.`,
  ({ id, name, score, band }) =>
    `The committee notes that ${name} has a score of @${score}@/100, band ${band}, under\nRF Framework v1.0 (@${id}@). The yield is 6.75 % a year.`,
  ({ id, name, score, band }) =>
    `- ${name}: ${inWords(band)}, @${score}@ out of 100, see @${id}@.\n- Yield of 5.25% for 12 months; limit 250.`,
  ({ id, name, score, band }) =>
    `| Provider | Score | Band | Id |\n|---|---:|---|---|\n| ${name} | @${score}@ | ${inWords(band)} | @${id}@ |`,
  ({ id, name, score, band }) => `Provider\tScore\tBand\tId\n${name}\t@${score}@\t${band}\t@${id}@\n`,
  ({ id, name, score }) =>
    `See @${id}@ for ${name}, which stood at @${score.replace('.', ',')}@ in the last review; no action.`,
  ({ id, name, score, band }) => `${name.toUpperCase()} — RF band: ${band} · @${score}@ — @${id}@`,
];

const FILLER = [
  'We met the managers on 3 May 2026 and discussed 14 open points.',
  'Liquidity is high, and costs fell by 0.88 in 90 days.',
  'The limit stays at 2.5 % of the portfolio. Section 4.2 applies.',
];

export interface Memo {
  text: string;
  /** Where a digit may be altered. */
  digits: readonly number[];
}

export function memoOf(indicators: readonly Indicator[], below: Below): Memo {
  const count = 1 + below(3);
  const paragraphs = [FILLER[below(FILLER.length)]!];
  const chosen = new Set<Indicator>();
  while (chosen.size < Math.min(count, indicators.length)) chosen.add(indicators[below(indicators.length)]!);
  for (const one of chosen) {
    paragraphs.push(ONE[below(ONE.length)]!(one));
    if (below(2) === 0) paragraphs.push(FILLER[below(FILLER.length)]!);
  }
  return withoutMarks(paragraphs.join('\n\n'));
}

function withoutMarks(marked: string): Memo {
  const digits: number[] = [];
  let text = '';
  let isMarked = false;
  for (const character of marked) {
    if (character === '@') isMarked = !isMarked;
    else {
      if (isMarked && /\d/.test(character)) digits.push(text.length);
      text += character;
    }
  }
  return { text, digits };
}

export function withOneDigitAltered({ text, digits }: Memo, below: Below): string {
  const at = digits[below(digits.length)]!;
  const digit = String((Number(text[at]) + 1 + below(9)) % 10);
  return text.slice(0, at) + digit + text.slice(at + 1);
}
