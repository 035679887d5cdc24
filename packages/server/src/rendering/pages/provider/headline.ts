// The headline of a provider: its score and band, the rules that hold it, the score on the scale, and what the band means.

import { heldInWords, scoreHeadline, withoutRules } from '@rf-indicators/web/charts/score-headline';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { nameInLine, scoreInWords } from '../../wire/one-line-texts.ts';
import { reviewLine } from '../analysis.ts';
import { bandScale } from '../band-scale.ts';
import { drawn } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { sentence, shortDay } from '../page-words.ts';
import type { PublicBreakdown } from '../site.ts';
import type { CurrentScore, KnownProvider } from './known.ts';
import { besidesHeld, toNextBand, whyThisScore } from './provider-words.ts';

/** Lines above everything else: a reader who stops at the score must not miss them. `since`: older corrections are past. */
export function warnings({ current, withdrawal, corrections }: KnownProvider, since: number): Html {
  const [correction] = corrections.filter(({ changed_at }) => changed_at >= since);
  return html`${withdrawal && line('Withdrawn', withdrawal.at, 'on', `${sentence(withdrawal.reason)} Do not rely on earlier scores.`)}${
    current?.stale && line('Stale', current.stale.since, 'since', sentence(current.stale.reason))
  }${current && reviewLine(current.snapshot.review)}${
    correction &&
    line('Corrected', correction.changed_at, 'on', sentence(correction.reason.replace(/^Correction: /, '')))
  }`;
}

function line(what: string, at: number, preposition: string, text: string): Html {
  return html`<p class="warning"><strong>${what} ${preposition} ${shortDay(at)}.</strong> ${text}</p>
`;
}

export function headline(provider: KnownProvider, shown: PublicBreakdown): Html {
  const { name, plannerType, current } = provider;
  return html`<div class="provider-head">
<p class="crumbs"><a href="/">Scores</a> <span aria-hidden="true">/</span> <a href="/?type=${plannerType}">${typeName(plannerType)}</a></p>
<h1>${nameInLine(name)}</h1>
${current === null ? lastScore(provider) : scored(current, shown)}
</div>`;
}

function scored(current: CurrentScore, shown: PublicBreakdown): Html {
  const { score, band, asOf, causes } = current;
  const next = toNextBand(current);
  const notes = ['of 100.00, higher is safer', ...(next === null ? [] : [next]), `scored ${shortDay(asOf)}`];
  const top = drawn(scoreHeadline({ score, band, notes }));
  if (causes.holding === 0)
    return html`${top}
${bandScale(score)}
<p class="lead">${whyThisScore(current)}</p>`;
  const uncapped = publicUncapped(current, shown);
  const besides = besidesHeld(current);
  return html`${top}
${heldLine(current, uncapped)}
<div class="held-scale" data-scale>${bandScale(score, undefined, { uncapped })}</div>
${besides !== '' && html`<p class="lead">${besides}</p>`}`;
}

/** The score without the rules that hold it, in hundredths; null if not everybody may know it. */
export function publicUncapped({ snapshot }: CurrentScore, shown: PublicBreakdown): number | null {
  return shown === 'headline' ? null : Math.round(snapshot.uncapped_score * 100);
}

/** The script of signed-in readers adds the score without the rules, if it is not there. */
export function heldLine({ score, causes }: CurrentScore, uncapped: number | null): Html {
  const held = heldInWords(score, causes.holding)!;
  return html`<p class="held" data-held="${causes.holding}"><strong>${sentence(held)}</strong>${
    uncapped !== null && html` <span class="muted">${withoutRules(uncapped, causes.holding)}</span>`
  }</p>`;
}

function lastScore({ steps, withdrawal }: KnownProvider): Html {
  const last = steps.at(-1)!;
  return html`<p class="rating-none">Withdrawn</p>
<p class="lead">No current score. The last one was ${scoreInWords(last.riskBand, last.finalScore)}, until
${shortDay(withdrawal?.at ?? last.until ?? last.from)}.</p>`;
}
