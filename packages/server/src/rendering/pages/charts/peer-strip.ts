// Scores on one axis: a dot for each provider, stacked where they are close, or a bar for each part of the scale where there are
// many. The provider of the page and the median are marked.

import { PART_WIDTH, type PeerScores } from '@rf-indicators/core/desk/served/peer-scores';
import { formatHundredths } from '@rf-indicators/engine';
import { bandInWords, nameInLine } from '../../wire/one-line-texts.ts';
import { BAND_BOUNDS, bandClass } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { providerCount, shortDay } from '../page-words.ts';

/** Below the labels; the figures of the axis follow below the plot. */
const TOP = 36;
const HEIGHT = { least: 32, most: 72 };
const AXIS = 16;
const DOT = { radius: 4.5, apart: 10 };
/** Dots nearer than this touch in the narrowest window, in hundredths. */
const CLOSE = 250;
const BANDS = ['HIGH', 'ELEVATED', 'MEDIUM', 'LOW'];

export interface PeerStrip {
  peers: PeerScores;
  own: { id: string; score: number };
  /** Null with too few providers to speak of a middle. */
  median: number | null;
  inWords: string;
}

export function peerStrip({ peers, own, median, inWords }: PeerStrip): Html {
  const placed = peers.parts.length === 0 ? placeDots(peers) : null;
  const levels = placed === null ? 0 : Math.max(...placed.map(({ level }) => level)) + 1;
  const height =
    placed === null ? HEIGHT.most : Math.min(HEIGHT.most, Math.max(HEIGHT.least, levels * DOT.apart + 8));
  const bottom = TOP + height;
  const ends = [0, ...BAND_BOUNDS, 100];
  return html`<div class="peer-strip" data-peers>
<svg role="img" aria-label="${inWords}" height="${bottom + AXIS + 4}">
${areas(height)}${BAND_BOUNDS.map((bound) => html`<line class="bound" x1="${bound}%" x2="${bound}%" y1="${TOP}" y2="${bottom}"/>`)}
${ends.map((bound) => html`<text class="axis" x="${bound}%" y="${bottom + AXIS}" text-anchor="${bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle'}">${bound}</text>`)}
${median !== null && mark('median', median, { y: 14, bottom }, `median ${formatHundredths(median)}`)}
${mark('own', own.score, { y: 30, bottom }, `${formatHundredths(own.score)} this provider`)}
${placed === null ? bars(peers, own.score, bottom) : placed.map((one) => dot(one, own.id, bottom))}
</svg>
</div>`;
}

function areas(height: number): Html[] {
  const ends = [0, ...BAND_BOUNDS, 100];
  return BANDS.map(
    (band, at) =>
      html`<rect class="area ${bandClass(band)}" x="${ends[at]}%" width="${ends[at + 1]! - ends[at]!}%" y="${TOP}" height="${height}"/>`,
  );
}

/** A line with its label, on the side that has room. */
function mark(kind: string, score: number, { y, bottom }: { y: number; bottom: number }, text: string): Html {
  const isRight = score > 5000;
  return html`<line class="${kind}" x1="${score / 100}%" x2="${score / 100}%" y1="${y - 10}" y2="${bottom}"/><text class="${kind}" x="${score / 100}%" dx="${isRight ? -6 : 6}" y="${y}" text-anchor="${isRight ? 'end' : 'start'}">${text}</text>`;
}

interface PlacedDot {
  served: PeerScores['shown'][number]['served'];
  /** Counted from the axis. */
  level: number;
}

/** Those that have no room in the plot lie on each other at its top. */
function placeDots({ shown }: PeerScores): PlacedDot[] {
  const most = Math.floor((HEIGHT.most - 8) / DOT.apart) - 1;
  const placed: PlacedDot[] = [];
  for (const { served } of shown) {
    const close = placed.filter((one) => Math.abs(one.served.finalScore - served.finalScore) < CLOSE);
    const taken = new Set(close.map(({ level }) => level));
    let level = 0;
    while (taken.has(level) && level < most) level += 1;
    placed.push({ served, level });
  }
  return placed;
}

function dot({ served, level }: PlacedDot, own: string, bottom: number): Html {
  const { providerId, slug, name, finalScore: score, riskBand, staleReason, asOf } = served;
  const kind = providerId === own ? ' own' : staleReason === null ? '' : ' stale';
  const state = staleReason === null ? '' : ', stale';
  const says = `${nameInLine(name)}: ${formatHundredths(score)}, ${bandInWords(riskBand)}${state}, scored ${shortDay(asOf)}`;
  const y = bottom - 9 - DOT.apart * level;
  return html`<circle class="dot${kind}" cx="${score / 100}%" cy="${y}" r="${DOT.radius}" data-peer="${score / 100}" data-href="/providers/${slug}"><title>${says}</title></circle>`;
}

function bars({ parts }: PeerScores, own: number, bottom: number): Html[] {
  const most = Math.max(...parts.map(({ count }) => count));
  return parts.map(({ part, count }) => {
    const [from, to] = [part * PART_WIDTH, Math.min(10_000, (part + 1) * PART_WIDTH)];
    // At least 2 px, so that nobody is invisible.
    const height = Math.max(2, Math.round((count / most) * (HEIGHT.most - 8)));
    const kind = part === Math.floor(own / PART_WIDTH) ? ' own' : '';
    const says = `${formatHundredths(from)} to ${formatHundredths(to === 10_000 ? to : to - 1)}: ${providerCount(count)}`;
    const width = from === to ? 0.5 : (to - from) / 100 - 0.3;
    return html`<rect class="bar${kind}" x="${from / 100}%" width="${width}%" y="${bottom - height}" height="${height}" data-peer="${(from + to) / 200}"><title>${says}</title></rect>`;
  });
}
