// GET /providers/{slug}/report: one sheet of A4 for a file. Its bytes follow from what was published, not from the clock,
// so that the same report can be made again.

import type { Step } from '@rf-indicators/core/desk/served/steps';
import { scoreHeadline } from '@rf-indicators/web/charts/score-headline';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { yieldAYear } from '@rf-indicators/web/charts/yields';
import { DAY, startOfDay } from '../../../history/window.ts';
import { nameInLine, scoreInWords } from '../../../wire/one-line-texts.ts';
import { drawn } from '../../bands.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../layout.ts';
import { shortDay, shortInstant } from '../../page-words.ts';
import type { Site } from '../../site.ts';
import { qrCode } from '../../verify/qr.ts';
import { findingOf } from '../finding.ts';
import { warnings } from '../headline.ts';
import { chartOf } from '../history.ts';
import type { CurrentScore, KnownProvider } from '../known.ts';
import { titleOf } from '../page.ts';
import { toNextBand, whyThisScore } from '../provider-words.ts';
import { stepsIn } from '../range.ts';
import type { ReportProof } from './proof.ts';

export interface Report {
  site: Site;
  provider: KnownProvider;
  proof: ReportProof;
}

const DAYS = { least: 90, most: 365 };

export function reportPage({ site, provider, proof }: Report): Html {
  const { name, slug, steps, current } = provider;
  const changedAt = steps.reduce((latest, { from, until }) => Math.max(latest, from, until ?? 0), 0);
  const period = reportPeriod(steps, changedAt);
  const shown = stepsIn(steps, period);
  const range = period.until - period.since > 364 * DAY ? '1y' : 'all';
  const finding = findingOf(shown, range, period, current);
  return layout(site, {
    title: `Report: ${titleOf(provider)}`,
    description: `One-page report on the risk score of ${nameInLine(name)}, to print or to file.`,
    canonical: `/providers/${slug}/report`,
    path: '/',
    scripts: ['/assets/site/report.js'],
    main: html`<article class="report">
<p class="screen-only"><a href="/providers/${slug}">Back to the page of the provider</a> · Print this page, or save it as PDF: it fits one sheet.</p>
<header>
<p class="kicker">${site.name} · risk indicator</p>
<h1>${nameInLine(name)}</h1>
${warnings(provider, period.since)}
${current === null ? withdrawnScore(provider) : rating(current)}
</header>
${facts(provider, proof)}
<section>
<h2>${finding}</h2>
<p class="chart-note">Score from 0 to 100, higher is safer · UTC days, ${shortDay(period.since)} – ${shortDay(period.until - 1)}</p>
${chartOf(provider, shown, period, finding)}
</section>
${current && html`<section data-entitled-report data-slug="${slug}"></section>`}
<section>
<h2>Limitations</h2>
<p class="limits">${site.disclosure}</p>
</section>
${foot(site, proof)}
</article>`,
  });
}

/** Ends with the day of the last change, and has at most a year. */
function reportPeriod(steps: readonly Step[], changedAt: number): { since: number; until: number } {
  const until = startOfDay(changedAt) + DAY;
  const first = startOfDay(steps[0]!.from);
  const since = Math.min(Math.max(first, until - DAYS.most * DAY), until - DAYS.least * DAY);
  return { since, until };
}

function rating(current: CurrentScore): Html {
  const { score, band } = current;
  const next = toNextBand(current);
  const notes = ['of 100.00, higher is safer', ...(next === null ? [] : [next])];
  return html`${drawn(scoreHeadline({ score, band, notes }))}
<p>${whyThisScore(current)}</p>`;
}

function withdrawnScore({ steps }: KnownProvider): Html {
  const last = steps.at(-1)!;
  return html`<p class="score-headline"><span class="score-figure">Withdrawn</span></p>
<p>No current score. The last one was ${scoreInWords(last.riskBand, last.finalScore)}.</p>`;
}

function facts({ plannerType, subtype, current, frameworks }: KnownProvider, proof: ReportProof): Html {
  return html`<dl class="report-facts">
<div><dt>As of</dt><dd>${shortInstant(proof.asOf)}</dd></div>
<div><dt>Framework</dt><dd>${frameworks.get(proof.verificationId)}</dd></div>
<div><dt>Type</dt><dd>${subtype === '' ? typeName(plannerType) : nameInLine(subtype)}</dd></div>
${current && html`<div><dt>Yield</dt><dd>${yieldAYear(current.yieldMin, current.yieldMax)}</dd></div>`}
</dl>`;
}

function foot({ baseUrl }: Site, proof: ReportProof): Html {
  const { verificationId, keyFingerprint, index, checkpoint, asOf } = proof;
  const address = `${baseUrl}/verify/${verificationId}`;
  return html`<footer class="report-foot">
${qrCode(address)}
<dl>
<dt>Verification id</dt><dd class="id">${verificationId}</dd>
<dt>Check it at</dt><dd class="id">${address}</dd>
<dt>Key fingerprint</dt><dd class="id">${keyFingerprint}</dd>
<dt>Checkpoint</dt><dd class="id">${checkpointLine(checkpoint)}</dd>
<dt>Log entry</dt><dd class="id">${index}</dd>
</dl>
<p class="sheet">As of ${shortInstant(asOf)}<br>Page 1 of 1</p>
</footer>`;
}

/** Origin, size and root hash: the part of a signed note that its signature covers. */
function checkpointLine(note: string): string {
  const [origin, size, root] = note.split('\n');
  return `${origin} ${size} ${root}`;
}
