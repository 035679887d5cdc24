// The headline of a verification page: the provider, its score and band, and the score on the scale.

import type { MethodologyThresholds, Verification } from '@rf-indicators/contract';
import { scoreHeadline } from '@rf-indicators/web/charts/score-headline';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { bandScale } from '../band-scale.ts';
import { drawn } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { shortDay, shortInstant } from '../page-words.ts';

export type Bands = MethodologyThresholds['bands'];

/** `bands` are those of the statement's framework; null if another framework is current. */
export function headline(
  { statement, state, followed_by, stale_since }: Verification,
  bands: Bands | null,
): Html {
  const stillSays = state === 'current' || (state === 'superseded' && followed_by.renewed_by !== null);
  const { provider_id, provider_name } = statement;
  return html`<section class="headline" aria-label="What the statement says">
<p class="kicker">${stillSays ? 'What it says' : 'What it said'}</p>
<h2><a href="/providers/${provider_id}" data-shown="name">${nameInLine(provider_name)}</a></h2>
${statementHeadline(statement)}
${bandScale(scoreOf(statement.final_score), bands ?? [])}
${stale_since !== null && html`<p><strong>Stale since ${shortDay(stale_since)}.</strong></p>`}
</section>`;
}

/** The score and band of a statement, also in a file that a reader keeps. */
export function statementHeadline({
  risk_band,
  final_score,
  as_of,
  framework_version,
}: Verification['statement']): Html {
  const notes = ['of 100.00, higher is safer', `as of ${shortInstant(as_of)}`, `under ${framework_version}`];
  return drawn(scoreHeadline({ score: scoreOf(final_score), band: risk_band, notes }));
}

/** In hundredths, of a score as statements write it: "91.52". */
export function scoreOf(finalScore: string): number {
  return Math.round(Number(finalScore) * 100);
}
