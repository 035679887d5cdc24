// The parts that cards are made of. A card is always light: it is shown on pages of others, beside other pictures.

import { BANDS, type Band, stepsFromSafest } from '@rf-indicators/web/charts/bands';
import { qrPath } from '../../pages/verify/qr.ts';
import { xmlText } from '../../wire/xml.ts';
import { CARD_SIZE } from '../card.ts';
import { type CardFonts, FAMILIES, type Weight } from '../fonts.ts';

export const LEFT = 64;
export const RIGHT = CARD_SIZE.width - LEFT;
/** Where the column with chart and code begins, and where the main column ends. */
export const SIDE = 960;
export const MAIN_RIGHT = 896;

/** The light tokens of tokens.css. */
export const INK = '#14181F';
export const MUTED = '#566070';
const PAGE = '#F6F7F9';
const CONTROL = '#7C8796';
export const SURFACE = '#FFFFFF';

interface BandColours {
  band: string;
  tint: string;
}

const BAND_COLOURS: Readonly<Record<Band, BandColours>> = {
  LOW: { band: '#24389C', tint: '#E6EAF7' },
  MEDIUM: { band: '#1F756E', tint: '#E3F3F1' },
  ELEVATED: { band: '#8A6312', tint: '#FAF0DA' },
  HIGH: { band: '#6B0A2C', tint: '#F7E4E9' },
};
/** Of a framework with other bands. */
const NEUTRAL: BandColours = { band: MUTED, tint: '#E3E6EB' };

export function coloursOf(band: string): BandColours {
  return BAND_COLOURS[band as Band] ?? NEUTRAL;
}

/** The bands from riskiest to safest, with where each begins and ends. */
export const AREAS = [
  { band: 'HIGH', from: 0, to: 40 },
  { band: 'ELEVATED', from: 40, to: 60 },
  { band: 'MEDIUM', from: 60, to: 80 },
  { band: 'LOW', from: 80, to: 100 },
] as const;

export interface TextStyle {
  size: number;
  weight?: Weight;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
}

/** `y` is the baseline. */
export function text(x: number, y: number, content: string, style: TextStyle): string {
  const { size, weight = 400, fill = INK, anchor = 'start' } = style;
  return `<text x="${round(x)}" y="${round(y)}" font-family="${FAMILIES[weight]}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${xmlText(content)}</text>`;
}

export function id(x: number, y: number, content: string): string {
  return `<text x="${x}" y="${y}" font-family="IBM Plex Mono" font-size="22" fill="${INK}">${xmlText(content)}</text>`;
}

export function box(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function picture(parts: readonly string[]): string {
  const { width, height } = CARD_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${box(0, 0, width, height, PAGE)}${parts.join('')}</svg>`;
}

/** ▮▮▯▯. `unit` is the width of a bar with its gap. */
export function glyph(x: number, y: number, filled: number, unit: number, colour: string): string {
  const height = unit * 1.72;
  const stroke = Math.max(2, unit / 6);
  return BANDS.map((_, at) => {
    const place = { x: x + at * unit + stroke / 2, y: y + stroke / 2 };
    const size = { width: unit * 0.72 - stroke, height: height - stroke };
    return `<rect x="${round(place.x)}" y="${round(place.y)}" width="${round(size.width)}" height="${round(size.height)}" fill="${at < filled ? colour : 'none'}" stroke="${colour}" stroke-width="${round(stroke)}"/>`;
  }).join('');
}

const CHIP = { height: 64, padding: 24, size: 36, unit: 15, gap: 16 };

export interface Chip {
  markup: string;
  width: number;
}

/** The glyph and "Medium risk" on the tint of the band. `height` is 64 or less. */
export function bandChip(fonts: CardFonts, x: number, y: number, band: string, name: string): Chip {
  const { band: colour, tint } = coloursOf(band);
  const filled = stepsFromSafest(band);
  const glyphWidth = filled === 0 ? 0 : CHIP.unit * (BANDS.length - 1) + CHIP.unit * 0.72 + CHIP.gap;
  const width = CHIP.padding * 2 + glyphWidth + fonts.width(name, 500, CHIP.size);
  return {
    width,
    markup:
      box(x, y, width, CHIP.height, tint) +
      (filled === 0 ? '' : glyph(x + CHIP.padding, y + 19, filled, CHIP.unit, colour)) +
      text(x + CHIP.padding + glyphWidth, y + 45, name, { size: CHIP.size, weight: 500, fill: colour }),
  };
}

/** A word that a reader must not miss, ink inverted: "Withdrawn". */
export function wordChip(fonts: CardFonts, x: number, y: number, word: string): Chip {
  const width = CHIP.padding * 2 + fonts.width(word, 600, CHIP.size);
  return {
    width,
    markup:
      box(x, y, width, CHIP.height, INK) +
      text(x + CHIP.padding, y + 45, word, { size: CHIP.size, weight: 600, fill: SURFACE }),
  };
}

/** Arrow to the right, from `x` on at the height `y`. */
export function arrow(x: number, y: number, length: number, colour: string, width = 3): string {
  const end = x + length;
  const head = Math.min(16, length / 2);
  return `<path d="M${round(x)} ${y}H${round(end - width / 2)}M${round(end - head)} ${round(y - head * 0.7)}L${round(end)} ${y}L${round(end - head)} ${round(y + head * 0.7)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

const SCALE = { top: 422, height: 28 };

/** 0 to 100 with the bands; a score stands at `scaleX`. */
export function scale(): string {
  const { top, height } = SCALE;
  const areas = AREAS.map(({ band, from, to }) =>
    box(scaleX(from), top, scaleX(to) - scaleX(from), height, coloursOf(band).tint),
  );
  const bounds = AREAS.slice(1).map(({ from }) => box(scaleX(from) - 1, top, 2, height + 8, CONTROL));
  const figures = [0, ...AREAS.map(({ to }) => to)].map((bound) =>
    text(scaleX(bound), 482, String(bound), {
      ...{ size: 24, weight: 500, fill: MUTED },
      anchor: bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle',
    }),
  );
  return [...areas, ...bounds, ...figures].join('');
}

function scaleX(points: number): number {
  return LEFT + (points / 100) * (MAIN_RIGHT - LEFT);
}

const MARK = { width: 10, top: 416, height: 40 };

/** Of a score in hundredths, within the scale at its ends. */
export function markX(score: number): number {
  const half = MARK.width / 2;
  return Math.min(Math.max(scaleX(score / 100), LEFT + half), MAIN_RIGHT - half);
}

export function mark(score: number, fill: string = INK): string {
  return box(markX(score) - MARK.width / 2, MARK.top, MARK.width, MARK.height, fill);
}

/** Where the score was before. */
export function hollowMark(score: number): string {
  const x = markX(score) - MARK.width / 2;
  return `<rect x="${round(x + 1.5)}" y="${MARK.top + 1.5}" width="${MARK.width - 3}" height="${MARK.height - 3}" fill="${SURFACE}" stroke="${INK}" stroke-width="3"/>`;
}

const CODE = { y: 406, side: 176, margin: 16 };

/** The address as a QR code on white, whose own margin scanners need. */
export function code(address: string): string {
  const { size, path } = qrPath(address);
  const { y, side } = CODE;
  const unit = side / size;
  return (
    box(SIDE, y, side, side, SURFACE) +
    `<path transform="translate(${SIDE} ${y}) scale(${unit})" d="${path}" fill="#000" shape-rendering="crispEdges"/>`
  );
}
