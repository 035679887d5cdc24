// Draws a card as SVG.

import { formatHundredths } from '@rf-indicators/engine';
import { bandName, bandWord, compareBands } from '@rf-indicators/web/charts/bands';
import { writtenDate } from '@rf-indicators/web/charts/dates';
import { sentence } from '../../pages/page-words.ts';
import type { Card, CardState, ChangeCard, IndicatorCard, SiteCard } from '../card.ts';
import type { CardFonts } from '../fonts.ts';
import { drawable, drawName } from './name.ts';
import {
  AREAS,
  arrow,
  bandChip,
  code,
  coloursOf,
  glyph,
  hollowMark,
  INK,
  id,
  LEFT,
  MAIN_RIGHT,
  MUTED,
  mark,
  markX,
  picture,
  RIGHT,
  scale,
  text,
  wordChip,
} from './parts.ts';
import { drawSteps } from './steps.ts';

export function cardSvg(fonts: CardFonts, card: Card): string {
  if (card.kind === 'indicator') return indicatorCard(fonts, card);
  return card.kind === 'change' ? changeCard(fonts, card) : siteCard(fonts, card);
}

/** These say that the figure must not be relied on. */
const ENDED: ReadonlySet<CardState> = new Set<CardState>(['corrected', 'withdrawn', 'superseded']);

function indicatorCard(fonts: CardFonts, card: IndicatorCard): string {
  const { name, slug, score, band, state, verificationId, history } = card;
  const hasEnded = ENDED.has(state);
  const figure = formatHundredths(score);
  const chipOf = (x: number) =>
    hasEnded ? wordChip(fonts, x, 222, STATE_WORDS[state]) : bandChip(fonts, x, 222, band, bandName(band));
  // "100.00 Elevated risk" is too wide for the full size.
  const size = [168, 152, 136, 120].find(
    (one) => LEFT + fonts.width(figure, 600, one) + GAP + chipOf(0).width <= MAIN_RIGHT + 32,
  )!;
  const beside = LEFT + fonts.width(figure, 600, size) + GAP;
  return picture([
    header(fonts, card, 'higher is safer'),
    drawName(fonts, name, slug),
    text(LEFT, 337, figure, { size, weight: 600, fill: hasEnded ? MUTED : INK }),
    chipOf(beside).markup,
    stateLine(fonts, beside, card),
    scale(),
    mark(score, hasEnded ? MUTED : INK),
    foot(card, CHECKABLE, verificationId),
    drawSteps(history, score, coloursOf(band).band),
    code(verifyUrl(card)),
  ]);
}

const GAP = 32;

const STATE_WORDS: Readonly<Record<CardState, string>> = {
  current: 'Current',
  stale: 'Stale',
  superseded: 'Superseded',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
};

/** The date of the score, or what a reader must know instead. */
function stateLine(fonts: CardFonts, x: number, { state, stateAt, asOf, band }: IndicatorCard): string {
  if (state === 'current') return text(x, 322, `scored ${writtenDate(asOf)}`, { size: 24, fill: MUTED });
  const day = writtenDate(stateAt ?? asOf);
  if (state === 'stale') return text(x, 324, `Stale since ${day}`, { size: 28, weight: 600 });
  const was = `on ${day}, was ${bandName(band)}`;
  const size = fonts.width(was, 400, 24) <= MAIN_RIGHT + GAP - x ? 24 : 20;
  return text(x, 322, was, { size, fill: MUTED });
}

function changeCard(fonts: CardFonts, card: ChangeCard): string {
  const { name, slug, score, band, previousScore, previousBand, verificationId, history } = card;
  const before = bandWord(previousBand);
  const afterBefore = LEFT + fonts.width(before, 400, 36) + 20;
  const chip = bandChip(fonts, afterBefore + 64, 188, band, bandName(band));
  const isSafer = compareBands(previousBand, band) > 0;
  const direction = afterBefore + 64 + chip.width + 20;
  const [old, figure] = [formatHundredths(previousScore), formatHundredths(score)];
  const size = [152, 136, 120].find(
    (one) => fonts.width(old, 600, 88) + 128 + fonts.width(figure, 600, one) <= MAIN_RIGHT - LEFT,
  )!;
  const arrowAt = LEFT + fonts.width(old, 600, 88) + 30;
  return picture([
    header(
      fonts,
      card,
      `${card.isCorrection ? 'correction' : 'band change'}, ${writtenDate(card.changedAt)}`,
    ),
    drawName(fonts, name, slug),
    text(LEFT, 233, before, { size: 36 }),
    arrow(afterBefore, 220, 44, INK),
    chip.markup,
    triangle(direction, 232, isSafer),
    text(direction + 40, 233, isSafer ? 'safer' : 'riskier', { size: 36, weight: 600 }),
    text(LEFT, 370, old, { size: 88, weight: 600, fill: MUTED }),
    arrow(arrowAt, 338, 62, MUTED, 4),
    text(arrowAt + 98, 382, figure, { size, weight: 600 }),
    scale(),
    betweenMarks(previousScore, score),
    hollowMark(previousScore),
    mark(score),
    foot(card, reasonOf(fonts, card), verificationId),
    drawSteps(history, score, coloursOf(band).band),
    code(verifyUrl(card)),
  ]);
}

/** ▲ or ▼, which the fonts lack. */
function triangle(x: number, baseline: number, isUp: boolean): string {
  const [top, bottom] = [baseline - 25, baseline];
  const [point, base] = isUp ? [top, bottom] : [bottom, top];
  return `<path d="M${Math.round(x)} ${base}h28L${Math.round(x) + 14} ${point}z" fill="${INK}"/>`;
}

/** The way of the score along the scale, if there is room between the marks. */
function betweenMarks(from: number, to: number): string {
  const [start, end] = [markX(from), markX(to)];
  const length = Math.abs(end - start) - 24;
  if (length < 24) return '';
  const right = arrow(Math.min(start, end) + 12, 436, length, INK);
  return end > start ? right : `<g transform="translate(${start + end}) scale(-1 1)">${right}</g>`;
}

const FOOT_WIDTH = 832;

/** The reason that was published with the change, or a part of it that there is room for. */
function reasonOf(fonts: CardFonts, { reason, isDemo }: ChangeCard): string {
  const room = FOOT_WIDTH - (isDemo ? fonts.width(` ${DEMO}`, 400, 24) : 0);
  const fits = (text: string) => fonts.covers(text, 400) && fonts.width(text, 400, 24) <= room;
  // "New facts in …; a cap was lifted": the last part is the shortest.
  const parts = [reason, ...reason.split('; ').reverse()].map(sentence);
  return parts.find(fits) ?? CHECKABLE;
}

const CHECKABLE = 'Anyone can check this score.';
const DEMO = 'Demonstration: fictional.';

function foot({ isDemo }: Card, sentence: string, verificationId: string): string {
  const line = isDemo ? `${sentence} ${DEMO}` : sentence;
  return text(LEFT, 542, line, { size: 24, fill: MUTED }) + id(LEFT, 574, verificationId);
}

function header(fonts: CardFonts, card: Card, right: string): string {
  const name = drawable(fonts, card.siteName) ?? card.host;
  return (
    (card.hasMark ? glyph(LEFT, 55, 1, 11, INK) : '') +
    text(card.hasMark ? 119 : LEFT, 72, name, { size: 24, weight: 600 }) +
    text(RIGHT, 72, right, { size: 24, fill: MUTED, anchor: 'end' })
  );
}

function verifyUrl({ baseUrl, verificationId }: IndicatorCard | ChangeCard): string {
  return `${baseUrl}/verify/${verificationId}`;
}

/** For every page that has no card of its own. */
function siteCard(fonts: CardFonts, card: SiteCard): string {
  const name = drawable(fonts, card.siteName) ?? card.host;
  const size = [88, 72, 60, 44].find((one) => fonts.width(name, 600, one) <= RIGHT - LEFT) ?? 32;
  const bands = AREAS.map(({ band, from, to }) => {
    const [x, end] = [siteX(from), siteX(to)];
    const { tint, band: colour } = coloursOf(band);
    return (
      `<rect x="${x}" y="380" width="${end - x}" height="72" fill="${tint}"/>` +
      text((x + end) / 2, 426, bandWord(band), { size: 28, weight: 500, fill: colour, anchor: 'middle' })
    );
  });
  const bounds = [0, ...AREAS.map(({ to }) => to)].map((bound) =>
    text(siteX(bound), 488, String(bound), {
      ...{ size: 24, weight: 500, fill: MUTED },
      anchor: bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle',
    }),
  );
  return picture([
    card.hasMark ? glyph(LEFT, 70, 1, 22, INK) : '',
    text(LEFT, 208, name, { size, weight: 600 }),
    text(LEFT, 274, 'Risk scores of digital-credit products,', { size: 36 }),
    text(LEFT, 322, 'recomputable to the last hundredth.', { size: 36 }),
    text(RIGHT, 362, 'higher is safer', { size: 24, fill: MUTED, anchor: 'end' }),
    ...bands,
    ...bounds,
    text(LEFT, 566, card.isDemo ? `${card.host} · ${DEMO}` : card.host, { size: 24, fill: MUTED }),
  ]);
}

function siteX(points: number): number {
  return LEFT + (points / 100) * (RIGHT - LEFT);
}
