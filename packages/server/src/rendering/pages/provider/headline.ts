// The headline of a provider: its score and band, what the band means, and the score on the scale.

import { scoreHeadline } from '@rf-indicators/web/charts/score-headline';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { nameInLine, scoreInWords } from '../../wire/one-line-texts.ts';
import { bandScale } from '../band-scale.ts';
import { drawn } from '../bands.ts';
import { type Html, html } from '../html.ts';
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
