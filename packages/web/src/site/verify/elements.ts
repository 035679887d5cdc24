// Elements that the scripts of the verification pages make. Text is always set as text, never as HTML.

import { el, head, svg } from '../dom/elements.ts';
import { shownBytes } from './rows.ts';
import { RESULT_WORDS, type Result, type Step } from './steps.ts';

export type Mark = Result | 'attention';

const PATHS: Readonly<Record<Mark, string>> = {
  passed: 'M2.5 8.5 6 12l7.5-8',
  attention: 'M8 2v8M8 12.5v2',
  failed: 'm3 3 10 10M13 3 3 13',
  unchecked: 'M3 8h10',
};

function drawnMark(mark: Mark): Element {
  return svg(
    'svg',
    { class: 'sign', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('path', { class: `on-${mark}`, d: PATHS[mark] }),
  );
}

/** "✓ Passed". */
export function result(mark: Mark, word: string): HTMLElement {
  return el('span', { class: 'result', 'data-mark': mark }, drawnMark(mark), el('span', {}, word));
}

export function verdictLine(mark: Mark, sentence: string, explanation: string): HTMLElement {
  return el(
    'div',
    { class: 'verdict small-verdict', 'data-mark': mark },
    drawnMark(mark),
    el('div', {}, el('h3', {}, sentence), el('p', {}, explanation)),
  );
}

export function table(
  heads: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
  className: string,
): HTMLElement {
  const body = rows.map(([first, ...cells]) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, first!),
      ...cells.map((cell, at) => el('td', { 'data-label': heads[at + 1]! }, cell)),
    ),
  );
  return el('table', { class: `${className} cards` }, head(heads), el('tbody', {}, ...body));
}

export function stepTable(steps: readonly Step[]): HTMLElement {
  const rows = steps.map(({ name, result: outcome, found, meaning, bytes }) => [
    name,
    result(outcome, RESULT_WORDS[outcome]),
    el(
      'div',
      {},
      el('span', { class: 'finding' }, found),
      el('p', { class: 'muted' }, meaning),
      ...(bytes.length === 0 ? [] : [bytesBehind(bytes)]),
    ),
  ]);
  return table(['Check', 'Result', 'What it means'], rows, 'checks');
}

function bytesBehind(bytes: Step['bytes']): HTMLElement {
  return el(
    'details',
    {},
    el('summary', {}, 'Data'),
    ...bytes.flatMap(([label, text]) => shownBytes(label, text)),
  );
}
