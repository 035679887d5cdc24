// Elements that the scripts of the verification pages make. Text is always set as text, never as HTML.

import { shownBytes } from './rows.ts';
import { RESULT_WORDS, type Result, type Step } from './steps.ts';

export type Mark = Result | 'attention';

const SVG = 'http://www.w3.org/2000/svg';
const PATHS: Readonly<Record<Mark, string>> = {
  passed: 'M2.5 8.5 6 12l7.5-8',
  attention: 'M8 2v8M8 12.5v2',
  failed: 'm3 3 10 10M13 3 3 13',
  unchecked: 'M3 8h10',
};

export function element(name: string, className: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...content);
  return made;
}

export function drawnMark(mark: Mark): Element {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'sign');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('class', `on-${mark}`);
  path.setAttribute('d', PATHS[mark]);
  svg.append(path);
  return svg;
}

/** "✓ Passed". */
export function result(mark: Mark, word: string): HTMLElement {
  const made = element('span', 'result', drawnMark(mark), element('span', '', word));
  made.dataset.mark = mark;
  return made;
}

export function verdictLine(mark: Mark, sentence: string, explanation: string): HTMLElement {
  const made = element(
    'div',
    'verdict small-verdict',
    drawnMark(mark),
    element('div', '', element('h3', '', sentence), element('p', '', explanation)),
  );
  made.dataset.mark = mark;
  return made;
}

export function table(
  heads: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
  className: string,
): HTMLElement {
  const head = element('tr', '', ...heads.map((text) => columnHead(text)));
  const body = rows.map((cells) =>
    element(
      'tr',
      '',
      ...cells.map((cell, at) =>
        labelled(at === 0 ? element('th', '', cell) : element('td', '', cell), heads[at]!, at),
      ),
    ),
  );
  return element('table', `${className} cards`, element('thead', '', head), element('tbody', '', ...body));
}

function columnHead(text: string): HTMLElement {
  const made = element('th', '', text);
  made.setAttribute('scope', 'col');
  return made;
}

function labelled(cell: HTMLElement, label: string, at: number): HTMLElement {
  if (at === 0) cell.setAttribute('scope', 'row');
  else cell.dataset.label = label;
  return cell;
}

export function stepTable(steps: readonly Step[]): HTMLElement {
  const rows = steps.map(({ name, result: outcome, found, meaning, bytes }) => [
    name,
    result(outcome, RESULT_WORDS[outcome]),
    element(
      'div',
      '',
      element('span', 'finding', found),
      element('p', 'muted', meaning),
      ...(bytes.length === 0 ? [] : [bytesBehind(bytes)]),
    ),
  ]);
  return table(['Check', 'Result', 'What it means'], rows, 'checks');
}

function bytesBehind(bytes: Step['bytes']): HTMLElement {
  return element(
    'details',
    '',
    element('summary', '', 'Data'),
    ...bytes.flatMap(([label, text]) => shownBytes(label, text)),
  );
}
