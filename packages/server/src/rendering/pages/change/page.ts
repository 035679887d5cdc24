// GET /changes/{id}: one change, to link to: what changed and why, its place in the history, what followed, and its proofs.

import { formatHundredths } from '@rf-indicators/engine';
import { changeScale } from '@rf-indicators/web/charts/band-scale';
import { changeCardPath, indicatorCardPath } from '../../cards/card.ts';
import { DAY } from '../../history/window.ts';
import { bandInWords, nameInLine } from '../../wire/one-line-texts.ts';
import { disclosuresSection, rationaleSection } from '../analysis.ts';
import { reviewInWords, reviewOpening } from '../analysis-words.ts';
import { drawn } from '../bands.ts';
import { headlineOf } from '../changelog/headline.ts';
import { KIND_WORDS } from '../changelog/kinds.ts';
import { moveLine } from '../changelog/moves.ts';
import { causesInSentence, causesOf, ownReason } from '../changelog/short-reason.ts';
import { DAYS_AROUND } from '../changelog/steps-around.ts';
import { wasThereBefore } from '../changelog/stories.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { changeInWords, shortDay, shortInstant } from '../page-words.ts';
import type { Change } from '../provider/known.ts';
import type { Site } from '../site.ts';
import { followed } from './followed.ts';
import { changeHistory } from './history.ts';
import type { KnownChange } from './known-change.ts';
import { changeSide } from './side.ts';

export function changePage(site: Site, known: KnownChange, now: number): Html {
  const { change, steps, provider } = known;
  const near = steps.filter(({ until }) => until === null || until >= change.changed_at - DAYS_AROUND * DAY);
  const card = cardPathOf(change);
  const title = headlineOf(change, change.kind === 'band_change' && wasThereBefore(change, near));
  return layout(site, {
    title,
    description: `${shortDay(change.changed_at)}: ${figuresInWords(change)} ${reasonOf(change)}`,
    canonical: `/changes/${change.id}`,
    path: '/changelog',
    ...(card === null ? {} : { card: { path: card, alt: `${title}. ${figuresInWords(change)}` } }),
    scripts: ['/assets/site/copy.js'],
    main: html`<div class="change-page">
<div class="change-main">
<p class="kicker change-kicker"><a href="/changelog">Changes</a> · ${KIND_WORDS[change.kind]} · <time datetime="${new Date(change.changed_at).toISOString()}">${shortInstant(change.changed_at)}</time></p>
<h1>${title}</h1>
${moveLine(change)}
<p class="lead">${reasonOf(change)}</p>
${nameNote(known)}
${modulesOf(change)}
${reviewNote(change.kind, known.analysis.review)}
${drawn(changeScale(change.previous_score, change.new_score))}
<p class="scale-note muted">Score from 0 to 100, higher is safer.${change.previous_score !== null && change.new_score !== null && change.previous_score !== change.new_score && ' The hollow mark is the score before, the filled one the score after.'}</p>
${rationaleSection(known.analysis.rationale)}
${changeHistory(known, now)}
${followed(known)}
${disclosuresSection(known.analysis.disclosures)}
</div>
${changeSide(known, { title, site, slug: provider?.slug ?? change.provider_id })}
</div>`,
  });
}

/** A withdrawal has the card of the indicator, which says so. */
function cardPathOf(change: Change): string | null {
  if (change.kind === 'withdrawal') return indicatorCardPath(change.verification_id, 'withdrawn');
  return changeCardPath(change);
}

/** The reason for a review that starts is the reason of the change. */
function reviewNote(kind: Change['kind'], review: KnownChange['analysis']['review']): Html | null {
  if (review === null || kind === 'review_ended') return null;
  return html`<p>${kind === 'review_started' ? reviewOpening(review) : reviewInWords(review)}</p>`;
}

/** A provider may have another name now. */
function nameNote({ change, provider }: KnownChange): Html | null {
  if (provider === null || provider.name === change.provider_name) return null;
  return html`<p>The provider is called <a href="/providers/${provider.slug}">${nameInLine(provider.name)}</a> now.</p>`;
}

/** People wrote the reasons of corrections, withdrawals and reinstatements; other reasons are composed of causes. */
const BY_PEOPLE: readonly Change['kind'][] = [
  'correction',
  'withdrawal',
  'reinstatement',
  'stale',
  'stale_ended',
  'review_started',
  'review_ended',
];

export function reasonOf({ kind, reason }: Change): string {
  return BY_PEOPLE.includes(kind) ? ownReason(reason) : causesInSentence(reason);
}

/** The modules concerned, by cause; the reason names no values, so this neither. */
function modulesOf({ kind, reason }: Change): Html | null {
  if (BY_PEOPLE.includes(kind)) return null;
  const causes = causesOf(reason).filter(({ modules }) => modules.length > 1);
  if (causes.length === 0) return null;
  return html`<dl class="facts change-modules">${causes.map(
    ({ words, modules }) => html`
<dt>${words.charAt(0).toUpperCase()}${words.slice(1)}</dt><dd>${modules.map((label) => html`<span class="module">${label}</span>`)}</dd>`,
  )}
</dl>`;
}

/** "Medium → High risk, 76.98 → 39.99 (−36.99)." in words that need no arrow, for previews of links. */
function figuresInWords(change: Change): string {
  const { previous_score: before, previous_band, new_score: after, new_band } = change;
  if (after === null || new_band === null) {
    return before === null || previous_band === null
      ? 'Withdrawn.'
      : `Withdrawn, was ${bandInWords(previous_band)} at ${formatHundredths(before)}.`;
  }
  const now = `${bandInWords(new_band)} at ${formatHundredths(after)} of 100, higher is safer`;
  if (before === null || previous_band === null || before === after) return `${now}.`;
  return `${now}; before, ${bandInWords(previous_band)} at ${formatHundredths(before)} (${changeInWords(after - before)}).`;
}
