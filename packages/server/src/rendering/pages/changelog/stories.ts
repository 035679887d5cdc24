// Band changes as stories: what happened in one line, the figures, the reason, and a small chart of the weeks around it.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { formatHundredths } from '@rf-indicators/engine';
import { changeDrawing } from '@rf-indicators/web/charts/change';
import { markupOf } from '@rf-indicators/web/charts/drawing';
import { Html, html } from '../html.ts';
import { shortDay } from '../page-words.ts';
import type { Change } from '../provider/known.ts';
import { headlineOf } from './headline.ts';
import { changeUrl, moveLine, proofLink } from './moves.ts';
import { causesInSentence } from './short-reason.ts';
import { DAYS_AROUND, periodAround } from './steps-around.ts';

export function stories(
  changes: readonly Change[],
  stepsOf: ReadonlyMap<string, readonly Step[]>,
  now: number,
): Html {
  return html`<ol class="stories">${changes.map((change) => story(change, stepsOf.get(change.id) ?? [], now))}
</ol>`;
}

function story(change: Change, steps: readonly Step[], now: number): Html {
  return html`
<li class="story">
<p class="story-day">${shortDay(change.changed_at)}</p>
<div class="story-text">
<h3><a href="${changeUrl(change)}">${headlineOf(change, wasThereBefore(change, steps))}</a></h3>
${moveLine(change)}
<p class="story-reason">${causesInSentence(change.reason)} ${proofLink(change)}</p>
</div>
${miniChart(change, steps, now)}
</li>`;
}

/** Whether the provider left the new band within the weeks before the change. */
export function wasThereBefore({ changed_at, new_band }: Change, steps: readonly Step[]): boolean {
  return steps.some(({ from, riskBand }) => from < changed_at && riskBand === new_band);
}

function miniChart(change: Change, steps: readonly Step[], now: number): Html {
  const period = periodAround(change);
  const { changed_at: at, new_score, new_band } = change;
  const drawings = changeDrawing({
    steps: endedAt(steps, Math.min(now, period.until)),
    ...{ period, at, day: shortDay(at).replace(/ \d{4}$/, '') },
    after: new_score === null || new_band === null ? null : { score: new_score, band: new_band },
  });
  const words = steps
    .map(
      ({ from, finalScore }) =>
        `${formatHundredths(finalScore)} from ${shortDay(Math.max(from, period.since))}`,
    )
    .slice(0, 8);
  return html`<svg class="change-chart" role="img" aria-label="Score ${DAYS_AROUND} days before and after: ${words.join(', ')}">${new Html(drawings.map(markupOf).join(''))}</svg>`;
}

/** A line does not reach into the future. */
export function endedAt(steps: readonly Step[], end: number): Step[] {
  return steps.map((step) => (step.until === null ? { ...step, until: end } : step));
}
