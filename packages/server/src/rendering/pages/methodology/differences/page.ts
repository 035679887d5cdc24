// GET /methodology/{version}/differences: the old and the new score of every provider under a new framework.

import { type MethodologyDifferences, type ProviderDifference, RISK_BANDS } from '@rf-indicators/contract';
import { bandInWords, nameInLine } from '../../../wire/one-line-texts.ts';
import { RISKIER, SAFER } from '../../arrows.ts';
import { bandChip } from '../../bands.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../layout.ts';
import { changeInWords, countInWords, providerCount, shortDay, shortInstant } from '../../page-words.ts';
import type { Site } from '../../site.ts';

type Differences = MethodologyDifferences['data'];

export const ROWS_PER_PAGE = 500;

export interface DifferencesView {
  site: Site;
  differences: Differences;
  digest: string;
  /** From 1. */
  page: number;
}

export function differencesPage({ site, differences, digest, page }: DifferencesView): Html {
  const { framework, compared_with: before, as_of, counts, providers } = differences;
  const path = `/methodology/${framework.digest}/differences`;
  const first = (page - 1) * ROWS_PER_PAGE;
  return layout(site, {
    title: `${framework.framework_version}: old and new scores`,
    description: `What ${framework.framework_version} changes for ${providerCount(counts.providers)}: ${counts.higher} higher, ${counts.lower} lower, ${counts.band_changed} in another band.`,
    canonical: path,
    path: '/methodology',
    main: html`<p class="kicker">${framework.framework_version}, effective from ${shortDay(framework.effective_from)}, compared with ${before.framework_version}</p>
<h1>${finding(differences)}</h1>
<p class="lead">${countInWords(counts.higher)} higher, ${countInWords(counts.lower)} lower, ${countInWords(counts.unchanged)} unchanged${
      counts.not_scored > 0 && `, ${countInWords(counts.not_scored)} not scored any more`
    }. Both scores are from the same inputs, as approved on ${shortInstant(as_of)}.</p>
${matrix(differences)}
<section>
<h2>Every provider</h2>
<table class="cards differences">
<thead><tr><th scope="col">Provider</th><th class="figure" scope="col">Old score</th><th scope="col">Old band</th><th class="figure" scope="col">New score</th><th scope="col">New band</th><th class="figure" scope="col">Change</th><th scope="col"><span class="visually-hidden">Direction</span></th></tr></thead>
<tbody>${providers.slice(first, first + ROWS_PER_PAGE).map(row)}
</tbody>
</table>
${pager(path, page, providers.length)}
</section>
<p class="muted">The list was published with the announcement and does not change. <a href="/api/public${path}">The same as JSON</a>; SHA-256 digest of its data: <span class="id">${digest}</span>.</p>`,
  });
}

function finding({ counts, framework }: Differences): string {
  const moved = counts.higher + counts.lower;
  if (moved === 0 && counts.not_scored === 0) return `${framework.framework_version} changes no score`;
  const bands = counts.band_changed === 0 ? 'none' : countInWords(counts.band_changed);
  return `${framework.framework_version} changes ${countInWords(moved)} of ${countInWords(counts.providers)} scores, ${bands} by a band`;
}

/** Rows are old bands, columns new ones, safest first. */
function matrix({ bands, counts }: Differences): Html {
  const columns = [...RISK_BANDS, ...(counts.not_scored > 0 ? [null] : [])];
  const countOf = (before: string, after: string | null) =>
    bands.find(({ old_band, new_band }) => old_band === before && new_band === after)?.providers ?? 0;
  return html`<section>
<h2>Bands before and after</h2>
<div class="scroll" role="region" aria-label="Bands before and after" tabindex="0">
<table class="matrix">
<thead><tr><th scope="col">Old band</th>${columns.map(
    (band) => html`<th class="figure" scope="col">${band === null ? 'Not scored' : bandInWords(band)}</th>`,
  )}</tr></thead>
<tbody>${RISK_BANDS.map(
    (before) => html`
<tr><th scope="row">${bandChip(before)}</th>${columns.map((after) => {
      const count = countOf(before, after);
      return html`<td class="figure${before === after && ' same'}">${count === 0 ? html`<span class="muted">·</span>` : countInWords(count)}</td>`;
    })}</tr>`,
  )}
</tbody>
</table>
</div>
</section>`;
}

function row({
  slug,
  name,
  old_score,
  old_band,
  new_score,
  new_band,
  delta,
  reason,
}: ProviderDifference): Html {
  const change = delta === null ? null : Math.round(Number(delta) * 100);
  const after =
    new_score === null || new_band === null
      ? html`<td class="figure" data-label="New score">·</td><td>${reason ?? 'Not scored'}</td>`
      : html`<td class="figure" data-label="New score">${new_score}</td><td>${bandChip(new_band)}</td>`;
  return html`
<tr><th scope="row"><a href="/providers/${slug}">${nameInLine(name)}</a></th><td class="figure" data-label="Old score">${old_score}</td><td>${bandChip(old_band)}</td>${after}<td class="figure" data-label="Change">${change === null ? '·' : changeInWords(change)}</td><td>${change !== null && change !== 0 && (change > 0 ? SAFER : RISKIER)}</td></tr>`;
}

function pager(path: string, page: number, total: number): Html | null {
  const pages = Math.ceil(total / ROWS_PER_PAGE);
  if (pages <= 1) return null;
  const link = (to: number, label: string) =>
    to >= 1 && to <= pages
      ? html`<a href="${path}${to === 1 ? '' : `?page=${to}`}">${label}</a>`
      : html`<span class="muted">${label}</span>`;
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  const last = Math.min(page * ROWS_PER_PAGE, total);
  return html`<nav class="pager" aria-label="Pages"><span>${countInWords(first)} – ${countInWords(last)} of ${countInWords(total)}</span>
${link(page - 1, 'Previous')} ${link(page + 1, 'Next')}</nav>`;
}
