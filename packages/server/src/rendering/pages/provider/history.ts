// The history of a provider: a chart of the chosen period with the finding as its title, and the same as a table.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { formatHundredths } from '@rf-indicators/engine';
import { markupOf } from '@rf-indicators/web/charts/drawing';
import { type ChartMark, historyDrawing, type Period, placeIn } from '@rf-indicators/web/charts/history';
import { reviewPeriodInWords } from '../analysis-words.ts';
import { bandChip } from '../bands.ts';
import { Html, html } from '../html.ts';
import { sentence, shortDay, shortInstant } from '../page-words.ts';
import { findingOf } from './finding.ts';
import type { KnownProvider } from './known.ts';
import { KIND_WORDS } from './provider-words.ts';
import { periodOf, providerUrl, RANGE_WORDS, RANGES, type Range, type ShownSteps, stepsIn } from './range.ts';

/** What a page has of a history that grows every day; the rest is one link away. */
const NEWEST_ROWS = 20;
/** More rows than anyone reads; the API has the rest. */
const MOST_ROWS = 500;

export function historySection(provider: KnownProvider, range: Range, shown: ShownSteps, now: number): Html {
  const period = periodOf(range, provider.steps, now);
  const steps = stepsIn(provider.steps, period);
  const finding = findingOf(steps, range, period, provider.current);
  return html`<section id="history" class="history" data-part="history">
<h2>${finding}</h2>
<div class="chart-head">
<p>Score from 0 to 100, higher is safer · UTC days, ${shortDay(period.since)} – ${shortDay(period.until - 1)}</p>
<nav class="ranges" aria-label="Period">${RANGES.map(
    (one) =>
      html`<a href="${providerUrl(provider.slug, one)}#history" data-range${one === range && html` aria-current="true"`}>${RANGE_WORDS[one]}</a>`,
  )}</nav>
</div>
${chartOf(provider, steps, period, finding)}
${table(provider, steps, { range, period, shown })}
</section>`;
}

export function chartOf(
  provider: KnownProvider,
  steps: readonly Step[],
  period: Period,
  finding: string,
): Html {
  const { plot, names, lane, axis } = historyDrawing({
    steps: steps.map((step) => ({
      ...step,
      isStale: step.staleReason !== null,
      uncapped: provider.uncapped.get(step.verificationId) ?? null,
    })),
    marks: marksOf(provider, period),
    period,
  });
  const inWords = `Step chart of the score from ${shortDay(period.since)} to ${shortDay(period.until - 1)}. ${finding}.`;
  const written = (drawings: typeof plot) => new Html(drawings.map(markupOf).join(''));
  return html`<div class="history-chart" data-chart>
<svg class="plot" role="img" aria-label="${inWords}">${written(plot)}</svg>
<svg class="names" aria-hidden="true">${written(names)}</svg>
<svg class="lane" aria-hidden="true">${written(lane)}</svg>
<svg class="axis" aria-hidden="true">${written(axis)}</svg>
</div>`;
}

/** What happened in the period, besides changes of the score. */
function marksOf({ steps, frameworks, corrections }: KnownProvider, period: Period): ChartMark[] {
  const marks: ChartMark[] = corrections.map(({ changed_at }) => ({
    at: changed_at,
    kind: 'corrected',
    label: 'corrected',
  }));
  for (const [at, { from, until, verificationId }] of steps.entries()) {
    const [before, after] = [steps[at - 1], steps[at + 1]];
    const framework = frameworks.get(verificationId)!;
    if (before === undefined || frameworks.get(before.verificationId) !== framework) {
      marks.push({ at: from, kind: 'framework', label: framework.split(' ').at(-1)! });
    }
    if (until !== null && after?.from !== until) {
      marks.push({ at: until, kind: 'withdrawn', label: 'withdrawn' });
    }
  }
  return marks.filter(({ at }) => at >= period.since && at < period.until).sort((a, b) => a.at - b.at);
}

interface Shown {
  range: Range;
  period: Period;
  shown: ShownSteps;
}

/** The script reads the points of the chart from its rows, and asks for the others when somebody walks through them. */
function table(provider: KnownProvider, steps: readonly Step[], { range, period, shown }: Shown): Html {
  const place = placeIn(period);
  const rows = steps
    .map((step, at) => ({
      step,
      what: [whatHappened(provider, step, steps[at - 1]), ...reviewsIn(provider, step)].join(' '),
    }))
    .reverse()
    .slice(0, shown === 'all' ? MOST_ROWS : NEWEST_ROWS);
  const all =
    rows.length < Math.min(steps.length, MOST_ROWS) ? providerUrl(provider.slug, range, 'all') : null;
  return html`<details class="as-table"${shown === 'all' && html` open`}>
<summary>Show as a table</summary>
<div class="scroll">
<table class="steps cards" data-steps="${steps.length}"${all !== null && html` data-all="${all}"`}>
<thead><tr><th scope="col">From (UTC)</th><th scope="col">Until (UTC)</th><th class="figure" scope="col">Score</th><th scope="col">Band</th><th scope="col">What happened</th></tr></thead>
<tbody>${rows.map(
    ({ step: { from, until, finalScore, riskBand, verificationId }, what }) => html`
<tr data-from="${place(from)}" data-until="${place(until ?? period.until)}" data-score="${finalScore / 100}">
<th scope="row">${shortInstant(from).replace(' UTC', '')}</th><td data-label="Until">${until === null ? 'now' : shortInstant(until).replace(' UTC', '')}</td><td class="figure" data-label="Score">${formatHundredths(finalScore)}</td><td>${bandChip(riskBand)}</td><td>${what} <a href="/verify/${verificationId}">Proof</a></td>
</tr>`,
  )}
</tbody>
</table>
</div>
${
  rows.length < steps.length &&
  html`<p class="muted">The newest ${rows.length} of ${steps.length} steps. ${
    all === null
      ? html`All of them are in the <a href="/api/public/history/${provider.slug}">history as JSON</a>.`
      : html`<a href="${all}#history" data-range>${steps.length > MOST_ROWS ? `Show the newest ${MOST_ROWS}` : `Show all ${steps.length}`}</a>`
  }</p>`
}
</details>`;
}

/** Those that began while the step lasted. */
function reviewsIn({ reviews }: KnownProvider, { from, until }: Step): string[] {
  return reviews
    .filter((review) => review.from >= from && (until === null || review.from < until))
    .map(reviewPeriodInWords);
}

function whatHappened({ frameworks }: KnownProvider, step: Step, before: Step | undefined): string {
  const { kind, verificationId, staleReason } = step;
  // An indicator that becomes stale begins a step of its own.
  const isSame = before?.verificationId === verificationId;
  if (staleReason !== null) return `Stale. ${sentence(staleReason)}`;
  if (isSame) return 'No longer stale.';
  const framework = kind === 'methodology_change' ? ` ${frameworks.get(verificationId)}.` : '';
  return `${KIND_WORDS[kind]}.${framework}`;
}
