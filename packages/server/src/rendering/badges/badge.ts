// Renders a provider's score as an SVG badge. It has no scripts, references or ids, so that it can be embedded as an
// image or inline, several times on the same page.

import { formatHundredths } from '@rf-indicators/engine';
import type { Theme } from '../embeds/theme.ts';
import { shortDay } from '../pages/page-words.ts';
import { bandInWords, nameInLine } from '../wire/one-line-texts.ts';
import { xmlText } from '../wire/xml.ts';

export interface Badge {
  name: string;
  /** In hundredths; null if there is no score. */
  score: number | null;
  band: string | null;
  /** Epoch milliseconds; null if there is no score. */
  scoredAt: number | null;
  /** Epoch milliseconds; null if the score is not stale. */
  staleSince: number | null;
  withdrawn: boolean;
}

/** Background and text colours, for light and dark pages. */
interface Shade {
  light: string;
  lightText: string;
  dark: string;
  darkText: string;
}

const LABEL = 'RF band:';
const WHITE = '#FFFFFF';
const INK = '#14181F';
const DARK_PAGE = '#0E1116';

const SHADES: Record<string, Shade> = {
  label: { light: INK, lightText: WHITE, dark: '#171B22', darkText: '#E8EBF0' },
  neutral: { light: '#566070', lightText: WHITE, dark: '#9AA5B4', darkText: DARK_PAGE },
  low: { light: '#24389C', lightText: WHITE, dark: '#7596E0', darkText: DARK_PAGE },
  medium: { light: '#1F756E', lightText: WHITE, dark: '#86EBE6', darkText: DARK_PAGE },
  elevated: { light: '#8A6312', lightText: WHITE, dark: '#F5CF57', darkText: DARK_PAGE },
  high: { light: '#6B0A2C', lightText: WHITE, dark: '#E0707C', darkText: DARK_PAGE },
};

/** Safest first. The position of the band is the number of filled bars. */
const BANDS = ['LOW', 'MEDIUM', 'ELEVATED', 'HIGH'];

const HEIGHT = 20;
const PADDING = 7;
const BASELINE = 14;
const CORNER = 3;
const BAR = { width: 4, height: 10, gap: 2, top: 5 };
const BARS_WIDTH = BANDS.length * (BAR.width + BAR.gap) - BAR.gap;

interface Part {
  shade: string;
  text: string;
  /** How many of the four bars are filled; null for a part without bars. */
  bars: number | null;
}

/** `auto` follows the reader's system. */
export function scoreBadge(badge: Badge, theme: Theme = 'auto'): string {
  const parts = partsOf(badge);
  const widths = parts.map(widthOf);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const drawn = parts.map((part, at) => {
    const left = widths.slice(0, at).reduce((sum, width) => sum + width, 0);
    return draw(part, left, widths[at]!, { first: at === 0, last: at === parts.length - 1 });
  });
  const [title, description] = inWords(badge).map(xmlText);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="${HEIGHT}" viewBox="0 0 ${total} ${HEIGHT}"` +
    ` role="img" aria-label="${title}">` +
    `<title>${title}</title><desc>${description}</desc>` +
    styleOf(theme, parts) +
    `<g font-family="Verdana,'DejaVu Sans',Geneva,sans-serif" font-size="11">${drawn.join('')}</g></svg>\n`
  );
}

function partsOf({ score, band, staleSince, withdrawn }: Badge): Part[] {
  const label: Part = { shade: 'label', text: LABEL, bars: null };
  if (withdrawn) return [label, { shade: 'neutral', text: 'withdrawn', bars: null }];
  if (score === null || band === null) return [label, { shade: 'neutral', text: 'no score', bars: null }];
  const place = BANDS.indexOf(band) + 1;
  const scored: Part = {
    shade: place === 0 ? 'neutral' : band.toLowerCase(),
    text: bandAndScore(band, score),
    bars: place === 0 ? null : place,
  };
  // Colour stands for the band only, so staleness gets a part of its own.
  return staleSince === null
    ? [label, scored]
    : [label, scored, { shade: 'neutral', text: 'stale', bars: null }];
}

function widthOf({ text, bars }: Part): number {
  return PADDING + textWidth(text) + (bars === null ? 0 : PADDING + BARS_WIDTH) + PADDING;
}

function draw(
  { shade, text, bars }: Part,
  left: number,
  width: number,
  end: { first: boolean; last: boolean },
): string {
  const { light, lightText } = SHADES[shade]!;
  const length = textWidth(text);
  // textLength keeps the text inside its part if the viewer uses another font than the one that was measured.
  return (
    `<path class="rf-badge-${shade}" fill="${light}" d="${outline(left, width, end)}"/>` +
    `<text class="rf-badge-on-${shade}" fill="${lightText}" x="${left + PADDING}" y="${BASELINE}"` +
    ` textLength="${length}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text>` +
    (bars === null ? '' : drawBars(shade, bars, left + PADDING + length + PADDING))
  );
}

/** Rounded at the ends of the badge, straight between parts. */
function outline(left: number, width: number, { first, last }: { first: boolean; last: boolean }): string {
  const start = first ? CORNER : 0;
  const finish = last ? CORNER : 0;
  const side = (corner: number) => HEIGHT - 2 * corner;
  const turn = (corner: number, x: number, y: number) =>
    corner === 0 ? '' : `a${corner} ${corner} 0 0 1 ${x * corner} ${y * corner}`;
  return (
    `M${left + start} 0h${width - start - finish}${turn(finish, 1, 1)}v${side(finish)}${turn(finish, -1, 1)}` +
    `h${start + finish - width}${turn(start, -1, -1)}v${-side(start)}${turn(start, 1, -1)}z`
  );
}

/** ▮▮▯▯ drawn as paths, because few fonts have these characters in a consistent size. */
function drawBars(shade: string, filled: number, left: number): string {
  const bar = (at: number) => {
    const x = left + at * (BAR.width + BAR.gap) + 0.5;
    return `M${x} ${BAR.top + 0.5}h${BAR.width - 1}v${BAR.height - 1}h${1 - BAR.width}z`;
  };
  const bars = BANDS.map((_, at) => bar(at));
  const { lightText } = SHADES[shade]!;
  const full = bars.slice(0, filled).join('');
  const empty = bars.slice(filled).join('');
  const path = (kind: string, fill: string, d: string) =>
    d === '' ? '' : `<path class="rf-badge-${kind}-${shade}" fill="${fill}" stroke="${lightText}" d="${d}"/>`;
  return path('full', lightText, full) + path('empty', 'none', empty);
}

function styleOf(theme: Theme, parts: readonly Part[]): string {
  if (theme === 'light') return '';
  const dark = darkRules(parts);
  return `<style>${theme === 'dark' ? dark : `@media (prefers-color-scheme:dark){${dark}}`}</style>`;
}

/** Class names include the shade, because a page may embed badges of different bands. */
function darkRules(parts: readonly Part[]): string {
  return parts
    .map(({ shade, bars }) => {
      const { dark, darkText } = SHADES[shade]!;
      const barRules =
        bars === null
          ? ''
          : `.rf-badge-full-${shade}{fill:${darkText};stroke:${darkText}}.rf-badge-empty-${shade}{stroke:${darkText}}`;
      return `.rf-badge-${shade}{fill:${dark}}.rf-badge-on-${shade}{fill:${darkText}}${barRules}`;
    })
    .join('');
}

/** Title and description, for screen readers and tooltips. */
function inWords({ name, score, band, scoredAt, staleSince, withdrawn }: Badge): [string, string] {
  const whose = nameInLine(name);
  if (withdrawn) {
    return [`${whose}: ${LABEL} withdrawn`, 'The indicator was withdrawn, so there is no current score.'];
  }
  if (score === null || band === null) return [`${whose}: ${LABEL} no score`, 'There is no published score.'];
  const title = `${whose}: ${LABEL} ${bandAndScore(band, score)}${staleSince === null ? '' : ' · stale'}`;
  const place = BANDS.indexOf(band) + 1;
  const sentences = [
    `${bandInWords(band)}${place === 0 ? '' : `: band ${place} of ${BANDS.length}, where band 1 is the safest`}.`,
    'Scores range from 0 to 100; higher is safer.',
    ...(scoredAt === null ? [] : [`Scored on ${shortDay(scoredAt)}.`]),
    ...(staleSince === null ? [] : [`Stale since ${shortDay(staleSince)}.`]),
  ];
  return [title, sentences.join(' ')];
}

/** "LOW · 91.52". */
function bandAndScore(band: string, score: number): string {
  return `${band} · ${formatHundredths(score)}`;
}

// Measures text in Verdana at 11 pixels, the font of badges. Widths are in thousandths of the font size.

const FONT_SIZE = 11;

const WIDTHS: Record<string, number> = {
  ' ': 352,
  '.': 364,
  '·': 364,
  ...each('0123456789', 636),
  ...each('il', 274),
  ...each('f', 352),
  ...each('t', 394),
  ...each('r', 427),
  ...each('cs', 521),
  ...each('kvxy', 592),
  ...each('e', 596),
  ...each('a', 601),
  ...each('o', 607),
  ...each('bdgpq', 623),
  ...each('hnu', 633),
  ...each('w', 818),
  ...each('m', 973),
  L: 557,
  F: 575,
  E: 632,
  R: 695,
  H: 752,
  M: 843,
};

/** For all other characters: at least as wide as the widest letter, so that there is never too little room. */
const WIDEST = 1000;

/** In whole pixels, rounded up. */
export function textWidth(text: string): number {
  const thousandths = [...text].reduce((sum, character) => sum + (WIDTHS[character] ?? WIDEST), 0);
  return Math.ceil((thousandths * FONT_SIZE) / 1000);
}

function each(characters: string, width: number): Record<string, number> {
  return Object.fromEntries([...characters].map((character) => [character, width]));
}
