// GET /providers/{slug}/report: one sheet of A4 for a file, and a second one for entitled readers. Its bytes follow from what was
// published of this provider, not from the clock or from others, so that the same report can be made again. It has the headline
// only, whatever the publisher shows on the page of the provider.

import { RISK_BANDS } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import { scoreHeadline } from '@rf-indicators/web/charts/score-headline';
import { typeName } from '@rf-indicators/web/charts/type-names';
import { yieldAYear } from '@rf-indicators/web/charts/yields';
import { DAY, startOfDay } from '../../../history/window.ts';
import { nameInLine, scoreInWords } from '../../../wire/one-line-texts.ts';
import { bandScale } from '../../band-scale.ts';
import { BAND_BOUNDS, bandChip, drawn } from '../../bands.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../layout.ts';
import { shortDay, shortInstant } from '../../page-words.ts';
import type { Site } from '../../site.ts';
import { qrCode } from '../../verify/qr.ts';
import { changesTable } from '../changes.ts';
import { findingOf } from '../finding.ts';
import { heldLine, warnings } from '../headline.ts';
import { chartOf } from '../history.ts';
import type { CurrentScore, KnownProvider } from '../known.ts';
import { titleOf } from '../page.ts';
import { besidesHeld, toNextBand, whyThisScore } from '../provider-words.ts';
import { stepsIn } from '../range.ts';
import type { ReportProof } from './proof.ts';

export interface Report {
  site: Site;
  provider: KnownProvider;
  proof: ReportProof;
}

const DAYS = { least: 90, most: 365 };
/** As many as the sheet has room for, also with long reasons. */
const MOST_CHANGES = 4;

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
<p class="screen-only"><a href="/providers/${slug}">Back to the page of the provider</a> · Print this page, or save it as PDF.</p>
<div class="report-sheet">
<header>
<p class="kicker">${site.name} · risk indicator</p>
<h1>${nameInLine(name)}</h1>
${warnings(provider, period.since)}
${current === null ? withdrawnScore(provider) : rating(current)}
</header>
${facts(provider, proof)}
<section class="report-history">
<h2>${finding}</h2>
<p class="chart-note">Score from 0 to 100, higher is safer · UTC days, ${shortDay(period.since)} – ${shortDay(period.until - 1)}</p>
${chartOf({ ...provider, uncapped: new Map() }, shown, period, finding)}
</section>
<div class="report-columns">
<section>
<h2>What changed</h2>
${changesTable(provider, MOST_CHANGES)}
</section>
${reading(site, proof)}
</div>
<section>
<h2>Limitations</h2>
<p class="limits">${site.disclosure}</p>
</section>
${foot(site, proof)}
</div>
${current && html`<section class="report-sheet" data-entitled-report data-slug="${slug}"></section>`}
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
  const { score, band, causes } = current;
  const next = toNextBand(current);
  const notes = ['of 100.00, higher is safer', ...(next === null ? [] : [next])];
  const isHeld = causes.holding > 0;
  const besides = isHeld ? besidesHeld(current) : whyThisScore(current);
  return html`${drawn(scoreHeadline({ score, band, notes }))}
${isHeld && heldLine(current, null)}
${bandScale(score)}
${besides !== '' && html`<p>${besides}</p>`}`;
}

/** For a reader who has the paper and nothing else. */
function reading({ baseUrl }: Site, { verificationId }: ReportProof): Html {
  const ends = [100, ...BAND_BOUNDS.toReversed(), 0];
  return html`<section>
<h2>How to read and check it</h2>
<dl class="report-bands">${RISK_BANDS.map(
    (band, at) =>
      html`<div><dt>${bandChip(band)}</dt><dd>${ends[at + 1]!.toFixed(2)} – ${(at === 0 ? 100 : ends[at]! - 0.01).toFixed(2)}</dd></div>`,
  )}</dl>
<ol>
<li>Scan the code below, or open ${baseUrl}/verify and enter ${verificationId}. Name, score, band and date must be those on this sheet.</li>
<li>Compare the key fingerprint with one that you kept earlier, or got from somebody you trust.</li>
<li>The checkpoint commits us to every indicator before this one. Nobody can change one later without another checkpoint.</li>
</ol>
</section>`;
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
<p class="sheet">As of ${shortInstant(asOf)}<br><span data-page-count>Page 1 of 1</span></p>
</footer>`;
}

/** Origin, size and root hash: the part of a signed note that its signature covers. */
function checkpointLine(note: string): string {
  const [origin, size, root] = note.split('\n');
  return `${origin} ${size} ${root}`;
}
