// GET /compare: two to five providers side by side, from public data.

import type { PublicScore } from '@rf-indicators/contract';
import type { Step } from '@rf-indicators/core/desk/served/steps';
import type { WithdrawnProvider } from '@rf-indicators/core/desk/served/withdrawn';
import { formatHundredths } from '@rf-indicators/engine';
import type { Period } from '@rf-indicators/web/charts/history';
import { heldInWords } from '@rf-indicators/web/charts/score-headline';
import { typeTitle } from '@rf-indicators/web/charts/type-names';
import type { NamedProvider } from '../../names/name-index.ts';
import type { RenderedRow } from '../../rows.ts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { bandChip, bandClass } from '../bands.ts';
import type { Causes } from '../causes.ts';
import { bullet } from '../charts/bullet.ts';
import { hatchPatterns } from '../charts/hatch.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { listInWords, sentence, shortDay } from '../page-words.ts';
import { periodCell, yieldCell } from '../scores/table.ts';
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
  /** By provider id: those that have no current indicator. */
  withdrawn: ReadonlyMap<string, WithdrawnProvider>;
  /** By provider id; a provider without a current indicator has none. */
  rows: ReadonlyMap<string, RenderedRow>;
  /** By verification id. */
  causes: ReadonlyMap<string, Causes>;
  steps: ReadonlyMap<string, readonly Step[]>;
  period: Period;
  added: Added | null;
}

export function comparePage(site: Site, view: CompareView): Html {
  const { providers } = view;
  const names = providers.map(({ name }) => nameInLine(name));
  return layout(site, {
    title: providers.length === 0 ? 'Compare' : `Compare ${listInWords(names)}`,
    description: 'Risk scores of two to five providers side by side.',
    canonical: compareUrl(providers.map(({ slug }) => slug)),
    main: html`<h1>Compare</h1>
<p class="lead">${lead(providers.length)}</p>
${hatchPatterns()}
${addForm(view)}
${providers.length > 0 && table(view)}`,
  });
}

function lead(count: number): string {
  if (count === 0) return 'Put two to five providers side by side. Add the first one.';
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
${isUnknown && unknown(added, slugs)}`;
}

function unknown({ typed, candidates }: Added, slugs: readonly string[]): Html {
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

type Cell = (row: RenderedRow, shown: PublicScore) => Html | string;

function table({ providers, rows, withdrawn, causes, steps, period }: CompareView): Html {
  const slugs = providers.map(({ slug }) => slug);
  const line = (label: string, cell: Cell, className = '', none = '·') => html`
<tr class="${className}"><th scope="row">${label}</th>${providers.map(({ id, name }) => {
    const row = rows.get(id);
    if (row === undefined)
      return html`<td data-label="${nameInLine(name)}"><span class="muted">${none}</span></td>`;
    const shown = JSON.parse(row.publicRow) as PublicScore;
    return html`<td class="${bandClass(shown.risk_band)}" data-label="${nameInLine(name)}">${cell(row, shown)}</td>`;
  })}</tr>`;
  return html`<div class="scroll">
<table class="compare">
<thead><tr><th scope="col"><span class="visually-hidden">Figure</span></th>${providers.map(
    ({ slug, name }) => html`<th scope="col"><a href="/providers/${slug}">${nameInLine(name)}</a>
<a class="remove" href="${compareUrl(slugs.filter((other) => other !== slug))}">Remove<span class="visually-hidden"> ${nameInLine(name)}</span></a></th>`,
  )}</tr></thead>
<tbody>${line('Score', ({ finalScore }) => formatHundredths(finalScore), 'score', 'withdrawn')}${line(
    '0 – 100',
    ({ finalScore, riskBand, isStale }) => bullet({ score: finalScore, band: riskBand, isStale }),
  )}${line('Band', ({ riskBand }) => bandChip(riskBand))}${line('90 days', ({ id }) => {
    const walked = steps.get(id) ?? [];
    return walked.length > 0 ? periodCell(walked, period) : html`<span class="muted">·</span>`;
  })}${line('Yield, % a year', (_, { yield_min, yield_max }) => yieldCell(yield_min, yield_max))}${line(
    'Type',
    (_, { planner_type }) => typeTitle(planner_type),
  )}${line('Scored', (_, { scored_at }) => shortDay(scored_at))}${line(
    'Marks',
    ({ finalScore }, { stale, stale_reason, verification_id }) => {
      const held = heldInWords(finalScore, causes.get(verification_id)!.holding);
      if (held === null && !stale) return html`<span class="muted">none</span>`;
      return html`${held && html`<span>${sentence(held)}</span> `}${stale && html`<span class="mark" title="${sentence(stale_reason!)}">stale</span>`}`;
    },
  )}${line('Verify', (_, { verification_id }) => html`<a href="/verify/${verification_id}">See the proof</a>`)}
</tbody>
</table>
</div>
${providers.map(({ id }) => withdrawn.has(id) && withoutScore(withdrawn.get(id)!))}`;
}

function withoutScore({ name, withdrawnAt, reason }: WithdrawnProvider): Html {
  return html`<p class="muted">${nameInLine(name)} has no current score. It was withdrawn on ${shortDay(withdrawnAt)}: ${sentence(reason)}</p>`;
}
