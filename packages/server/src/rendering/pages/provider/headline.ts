// The headline of a provider: its score and band, what the band means, and the score on the scale.

import { RISK_BANDS } from '@rf-indicators/contract';
import { scoreHeadline } from '@rf-indicators/web/charts/score-headline';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { nameInLine, scoreInWords } from '../../wire/one-line-texts.ts';
import { BAND_BOUNDS, bandClass, drawn } from '../bands.ts';
import { Html, html } from '../html.ts';
import { sentence, shortDay } from '../page-words.ts';
import type { CurrentScore, KnownProvider } from './known.ts';
import { toNextBand, whyThisScore } from './provider-words.ts';

/** Lines above everything else: a reader who stops at the score must not miss them. `since`: older corrections are past. */
export function warnings({ current, withdrawal, corrections }: KnownProvider, since: number): Html {
  const [correction] = corrections.filter(({ changed_at }) => changed_at >= since);
  return html`${withdrawal && line('Withdrawn', withdrawal.at, 'on', `${sentence(withdrawal.reason)} Do not rely on earlier scores.`)}${
    current?.stale && line('Stale', current.stale.since, 'since', sentence(current.stale.reason))
  }${
    correction &&
    line('Corrected', correction.changed_at, 'on', sentence(correction.reason.replace(/^Correction: /, '')))
  }`;
}

function line(what: string, at: number, preposition: string, text: string): Html {
  return html`<p class="warning"><strong>${what} ${preposition} ${shortDay(at)}.</strong> ${text}</p>
`;
}

export function headline(provider: KnownProvider): Html {
  const { name, plannerType, current } = provider;
  return html`<div class="provider-head">
<p class="crumbs"><a href="/">Scores</a> <span aria-hidden="true">/</span> <a href="/?type=${plannerType}">${typeName(plannerType)}</a></p>
<h1>${nameInLine(name)}</h1>
${current === null ? lastScore(provider) : scored(current)}
</div>`;
}

function scored(current: CurrentScore): Html {
  const { score, band, asOf } = current;
  const next = toNextBand(current);
  const notes = ['of 100.00, higher is safer', ...(next === null ? [] : [next]), `scored ${shortDay(asOf)}`];
  return html`${drawn(scoreHeadline({ score, band, notes }))}
${bandScale(score)}
<p class="lead">${whyThisScore(current)}</p>`;
}

function lastScore({ steps, withdrawal }: KnownProvider): Html {
  const last = steps.at(-1)!;
  return html`<p class="rating-none">Withdrawn</p>
<p class="lead">No current score. The last one was ${scoreInWords(last.riskBand, last.finalScore)}, until
${shortDay(withdrawal?.at ?? last.until ?? last.from)}.</p>`;
}

const BOUNDS = [0, ...BAND_BOUNDS, 100];

/** `score` is in hundredths. The figure and the band stand beside it, so readers of the text miss nothing. */
function bandScale(score: number): Html {
  const areas = RISK_BANDS.toReversed().map((band, at) => {
    const [from, to] = [BOUNDS[at]!, BOUNDS[at + 1]!];
    return `<rect class="area ${bandClass(band)}" x="${from}%" y="4" width="${to - from}%" height="12"/>`;
  });
  const figures = BOUNDS.map((bound) => {
    const anchor = bound === 0 ? 'start' : bound === 100 ? 'end' : 'middle';
    return `<text x="${bound}%" y="32" text-anchor="${anchor}">${bound}</text>`;
  });
  const ticks = BAND_BOUNDS.map(
    (bound) => `<line class="tick" x1="${bound}%" x2="${bound}%" y1="4" y2="20"/>`,
  );
  const mark = `<svg x="${score / 100}%" overflow="visible"><rect class="mark" x="-1.5" y="0" width="3" height="20"/></svg>`;
  return new Html(
    `<svg class="band-scale" aria-hidden="true">${[...areas, ...ticks, ...figures].join('')}${mark}</svg>`,
  );
}
