// A bar chart as SVG: for each measurement a bar for ours and one for the peer, labelled directly. It has colours for light
// and for dark, and a ground of its own, so that it is readable wherever it is shown.

import { type Figure, figureText, type Measurement } from '../../../bench/measurement.ts';
import type { Results } from '../../../bench/results.ts';
import { alternative } from './tables.ts';

const WIDTH = 760;
const MARGIN = 20;
const LABELS = 190;
const LONGEST_BAR = 300;
const BAR_HEIGHT = 18;
const BAR_STEP = 24;
const LINE = 18;
const CHARACTERS_A_LINE = 92;
const GAP = 22;

const STYLE = `
  .ground { fill: #ffffff }
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .what { font-weight: 600 }
  .target { fill: #59636e }
  .ours { fill: #1a66c9 }
  .peer { fill: #8b949e }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 }
    text { fill: #e6edf3 }
    .target { fill: #9198a1 }
    .ours { fill: #58a6ff }
    .peer { fill: #6e7681 }
  }`;

export function barChart(results: Results): string {
  let y = MARGIN;
  const drawn: string[] = [];
  for (const measurement of results.measurements) {
    if (measurement.figures === undefined) continue;
    const { parts, height } = group(measurement, measurement.figures, y);
    drawn.push(...parts);
    y += height + GAP;
  }
  const height = y - GAP + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">Benchmark ${escaped(results.benchmark)}</title>
<desc id="desc">${escaped(alternative(results))}</desc>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${height}"/>
${drawn.join('\n')}
</svg>
`;
}

function group(
  { what, ratio, target, met }: Measurement,
  figures: readonly Figure[],
  top: number,
): { parts: string[]; height: number } {
  const parts: string[] = [];
  let y = top;
  for (const line of wrapped(what)) {
    parts.push(`<text class="what" x="${MARGIN}" y="${y + 13}">${escaped(line)}</text>`);
    y += LINE;
  }
  // If nothing was counted, all bars are as short as can be.
  const longest = Math.max(...figures.map(({ value }) => value)) || 1;
  for (const [at, figure] of figures.entries()) {
    const length = Math.max(1, Math.round((figure.value / longest) * LONGEST_BAR));
    const x = MARGIN + LABELS;
    parts.push(
      `<text x="${x - 10}" y="${y + 17}" text-anchor="end">${escaped(figure.label)}</text>`,
      `<rect class="${at === 0 ? 'ours' : 'peer'}" x="${x}" y="${y + 4}" width="${length}" height="${BAR_HEIGHT}"/>`,
      `<text x="${x + length + 8}" y="${y + 17}">${escaped(figureText(figure))}</text>`,
    );
    y += BAR_STEP;
  }
  const measured = ratio === undefined ? '' : `${ratio.toFixed(2)} times; `;
  const verdict =
    met === null ? `${measured}no target` : `${measured}target ${target}: ${met ? 'met' : 'not met'}`;
  parts.push(`<text class="target" x="${MARGIN + LABELS}" y="${y + 16}">${escaped(verdict)}</text>`);
  return { parts, height: y + LINE - top };
}

function wrapped(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + word.length >= CHARACTERS_A_LINE) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
