// GET /compare: two to ten providers, one below the other, with what the publisher shows to everybody. The script of signed-in
// readers adds their modules.

import type { PublicScore, ScoreSnapshot } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { WithdrawnProvider } from '@rf-indicators/core/desk/served/withdrawn';
import { formatHundredths } from '@rf-indicators/engine';
import type { Period } from '@rf-indicators/web/charts/history';
import { MODULES_NOTE, MODULES_TITLE, moduleMap } from '@rf-indicators/web/charts/module-map';
import { typeTitle } from '@rf-indicators/web/charts/type-names';
import type { NamedProvider } from '../../names/name-index.ts';
import type { RenderedRow } from '../../rows.ts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { bandChip, bandClass, drawn } from '../bands.ts';
import { causesIn } from '../causes.ts';
import { bullet } from '../charts/bullet.ts';
import { hatchPatterns } from '../charts/hatch.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { listInWords, sentence, shortDay } from '../page-words.ts';
import { heldMark, periodCell, yieldCell } from '../scores/table.ts';
import type { Site } from '../site.ts';
import { compareUrl, MOST_COMPARED } from './query.ts';

/** What the reader typed to add a provider, and who may be meant. */
export interface Added {
  typed: string;
  provider: NamedProvider | null;
  candidates: readonly NamedProvider[];
}

export interface CompareView {
  providers: readonly NamedProvider[];
  /** In the address, and of no provider. */
  unknown: readonly string[];
  /** By provider id: those that have no current indicator. */
  withdrawn: ReadonlyMap<string, WithdrawnProvider>;
  /** By provider id; a provider without a current indicator has none. */
  rows: ReadonlyMap<string, RenderedRow>;
  /** By verification id. */
  snapshots: ReadonlyMap<string, ScoreSnapshot>;
  steps: ReadonlyMap<string, readonly Step[]>;
  period: Period;
  added: Added | null;
}

export function comparePage(site: Site, view: CompareView): Html {
  const { providers } = view;
  const names = providers.map(({ name }) => nameInLine(name));
  return layout(site, {
    title: providers.length === 0 ? 'Compare' : `Compare ${listInWords(names)}`,
    description:
      'Risk scores of two to ten providers side by side, with their bands and what holds them down.',
    canonical: compareUrl(providers.map(({ slug }) => slug)),
    scripts: ['/assets/site/compare.js'],
    main: html`<h1>Compare</h1>
<p class="lead">${lead(providers.length)}</p>
${hatchPatterns()}
${addForm(view)}
${view.unknown.length > 0 && html`<p role="alert">Not found, and left out: ${listInWords(view.unknown)}.</p>`}
${providers.length > 0 && table(view)}
${modulesSection(site, view)}`,
  });
}

function lead(count: number): string {
  if (count === 0) return 'Put two to ten providers side by side. Add the first one.';
  if (count === 1) return 'Add another provider to compare it with.';
  return 'Scores from 0 to 100; higher is safer. The address of this page keeps the choice.';
}

function addForm({ providers, added }: CompareView): Html {
  const slugs = providers.map(({ slug }) => slug);
  if (slugs.length >= MOST_COMPARED)
    return html`<p class="muted">These are ${MOST_COMPARED}, the most that fit. Remove one to add another.</p>`;
  const isUnknown = added !== null && added.provider === null;
  return html`<form class="ask compare-add" action="/compare">
${slugs.length > 0 && html`<input type="hidden" name="providers" value="${slugs.join(',')}">`}
<label>Name of a provider
<input class="name" name="add" value="${isUnknown && added.typed}" required maxlength="120" autocomplete="off" spellcheck="false"></label>
<button type="submit">Add</button>
</form>
${isUnknown && notFound(added, slugs)}`;
}

function notFound({ typed, candidates }: Added, slugs: readonly string[]): Html {
  return html`<p role="alert">${
    candidates.length === 0
      ? html`No provider has a name like “${typed}”. <a href="/request">Request a score</a>`
      : html`Several providers may be meant by “${typed}”:`
  }</p>
${
  candidates.length > 0 &&
  html`<ul class="candidates">${candidates.map(
    ({ slug, name }) => html`<li><a href="${compareUrl([...slugs, slug])}">${nameInLine(name)}</a></li>`,
  )}</ul>`
}`;
}

function table({ providers, rows, withdrawn, snapshots, steps, period }: CompareView): Html {
  const slugs = providers.map(({ slug }) => slug);
  return html`<table class="compare">
<thead><tr>
<th class="provider" scope="col">Provider</th>
<th class="figure score" scope="col">Score</th>
<th class="position" scope="col">0 – 100</th>
<th class="band" scope="col">Band</th>
<th class="period" scope="col">90 days</th>
<th class="figure yield" scope="col">Yield, % a year</th>
<th class="type" scope="col">Type</th>
<th class="figure scored" scope="col">Scored</th>
<th class="marks" scope="col"><span class="visually-hidden">Marks</span></th>
<th class="ways" scope="col"><span class="visually-hidden">Proof, or remove</span></th>
</tr></thead>
<tbody>${providers.map((provider) => {
    const row = rows.get(provider.id);
    const without = compareUrl(slugs.filter((other) => other !== provider.slug));
    return row === undefined
      ? emptyRow(provider, without)
      : tableRow({ provider, row, without, snapshots, steps: steps.get(provider.id) ?? [], period });
  })}
</tbody>
</table>
${providers.map(({ id }) => withdrawn.has(id) && withoutScore(withdrawn.get(id)!))}`;
}

interface Line {
  provider: NamedProvider;
  row: RenderedRow;
  /** The address of the page without this provider. */
  without: string;
  snapshots: CompareView['snapshots'];
  steps: readonly Step[];
  period: Period;
}

function tableRow({ provider, row, without, snapshots, steps, period }: Line): Html {
  const shown = JSON.parse(row.publicRow) as PublicScore;
  const { risk_band, yield_min, yield_max, planner_type, scored_at, verification_id } = shown;
  const causes = causesIn(snapshots.get(verification_id)!);
  return html`
<tr class="${bandClass(risk_band)}">
${providerCell(provider)}
<td class="figure score">${formatHundredths(row.finalScore)}</td>
<td class="position">${bullet({ score: row.finalScore, band: risk_band, isStale: row.isStale })}</td>
<td class="band">${bandChip(risk_band)}</td>
<td class="period">${steps.length > 0 && periodCell(steps, period)}</td>
<td class="figure yield" data-label="Yield, %">${yieldCell(yield_min, yield_max)}</td>
<td class="type">${typeTitle(planner_type)}</td>
<td class="figure scored" data-label="Scored">${shortDay(scored_at)}</td>
<td class="marks">${heldMark(row.finalScore, causes)}${shown.stale && html`<span class="mark" title="${sentence(shown.stale_reason!)}">stale</span>`}</td>
<td class="ways"><a href="/verify/${verification_id}">Proof</a> ${removeLink(provider, without)}</td>
</tr>`;
}

function providerCell({ slug, name }: NamedProvider): Html {
  return html`<th class="provider" scope="row"><a href="/providers/${slug}">${nameInLine(name)}</a></th>`;
}

function removeLink({ name }: NamedProvider, without: string): Html {
  return html`<a href="${without}">Remove<span class="visually-hidden"> ${nameInLine(name)}</span></a>`;
}

function emptyRow(provider: NamedProvider, without: string): Html {
  return html`
<tr>${providerCell(provider)}<td class="muted none" colspan="8">no current score</td><td class="ways">${removeLink(provider, without)}</td></tr>`;
}

/** In pixels, on a wide screen: kept free for people who are signed in, so that nothing moves when the modules come. */
const MAP_HEIGHT = 198;
const MAP_ROW_HEIGHT = 37;

/** The place of the modules, which signed-in readers may see where the publisher does not show them to everybody. */
function modulesSection({ breakdown }: Site, { providers, rows, snapshots }: CompareView): Html | null {
  const scored = providers.flatMap(({ id, slug, name }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { verification_id } = JSON.parse(row.publicRow) as PublicScore;
    return [{ slug, name: nameInLine(name), modules: snapshots.get(verification_id)!.modules }];
  });
  if (scored.length === 0) return null;
  if (breakdown === 'headline')
    return html`<section data-compared="${scored.map(({ slug }) => slug).join(',')}">
<svg class="room" width="1" height="${MAP_HEIGHT + scored.length * MAP_ROW_HEIGHT}" aria-hidden="true"></svg>
</section>`;
  return html`<section>
<h2>${MODULES_TITLE}</h2>
<p class="small muted">${MODULES_NOTE}</p>
${drawn(moduleMap(scored))}
</section>`;
}

function withoutScore({ name, withdrawnAt, reason }: WithdrawnProvider): Html {
  return html`<p class="muted">${nameInLine(name)} has no current score. It was withdrawn on ${shortDay(withdrawnAt)}: ${sentence(reason)}</p>`;
}
