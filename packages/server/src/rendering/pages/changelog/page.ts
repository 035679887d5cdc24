// GET /changelog: what changed. Band changes come first as stories, then corrections, withdrawals and stale scores, then small
// moves, folded by provider.

import { formatHundredths } from '@rf-indicators/engine';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { bandChip } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { countInWords, providerCount, shortDay } from '../page-words.ts';
import type { Change } from '../provider/known.ts';
import type { Site } from '../site.ts';
import { countText, filterForm, sumOf } from './filters.ts';
import { kindsIn, type SectionName } from './kinds.ts';
import { changeUrl, proofLink } from './moves.ts';
import { ALL_CHANGES, changesUrl } from './query.ts';
import { smallMoves } from './small-moves.ts';
import { statesTable } from './states.ts';
import { DAYS_AROUND } from './steps-around.ts';
import { stories } from './stories.ts';
import type { ChangelogView, Section } from './view.ts';

const TITLES: Readonly<Record<SectionName, string>> = {
  bands: 'Band changes',
  states: 'Corrections, withdrawals, stale scores',
  moves: 'Small moves, by provider',
  firsts: 'First scores',
};

/** What the sections show, besides the filters: the pages of weeks show the same. */
export type SectionsView = Pick<ChangelogView, 'sections' | 'steps' | 'trends'> & {
  now: number;
  isOneProvider: boolean;
  /** Of a section, beside its title. */
  note: (section: Section) => Html | string;
  /** Where its older entries are; null if there are none. */
  older: (section: Section) => string | null;
};

export function changelogPage(site: Site, view: ChangelogView, now: number): Html {
  const { query, provider } = view;
  const shown = view.sections.filter(({ changes, next }) => changes.length > 0 || next !== null);
  const name = provider.chosen === null ? null : nameInLine(provider.chosen.name);
  return layout(site, {
    title: name === null ? 'Changes' : `Changes of ${name}`,
    description:
      'Every change to a risk indicator: band changes first, corrections and withdrawals, then small moves by provider.',
    canonical: changesUrl({ ...ALL_CHANGES, provider: provider.chosen?.slug ?? '' }),
    path: '/changelog',
    scripts: ['/assets/site/changelog.js'],
    main: html`<h1>Changes</h1>
<p class="lead">What changed, by how much, and why. Band changes first; small moves are folded by provider. Higher is safer.
<a class="weeks-link" href="/changes/weeks">Week by week</a></p>
${filterForm(view)}
<div data-part="changes">
${
  shown.length === 0
    ? nothing(view)
    : changeSections({
        ...view,
        ...{ sections: shown, now, isOneProvider: provider.chosen !== null },
        note: (section) => noteOf(section, view),
        older: ({ name: section, next }) =>
          next === null ? null : changesUrl({ ...query, kinds: kindsIn(section, query.kinds), cursor: next }),
      })
}
${query.cursor !== null && html`<nav class="pager" aria-label="Pages"><a href="${changesUrl({ ...query, cursor: null })}">Newest</a></nav>`}
</div>`,
  });
}

export function changeSections(view: SectionsView): Html {
  return html`${view.sections.map((section) => {
    const older = view.older(section);
    return html`<section class="changes-of" data-section="${section.name}">
<h2>${TITLES[section.name]} <span class="note">${view.note(section)}</span></h2>
${section.changes.length > 0 ? contentOf(section, view) : html`<p class="muted">None among the entries that this page looked at.</p>`}
${older !== null && html`<p class="older"><a href="${older}" rel="next">Older ${OLDER_WORDS[section.name]}</a></p>`}
</section>`;
  })}`;
}

const OLDER_WORDS: Readonly<Record<SectionName, string>> = {
  bands: 'band changes',
  states: 'corrections, withdrawals and stale scores',
  moves: 'small moves',
  firsts: 'first scores',
};

function contentOf({ name, changes }: Section, { steps, trends, now, isOneProvider }: SectionsView): Html {
  if (name === 'bands') return stories(changes, steps, now);
  if (name === 'states') return statesTable(changes);
  if (name === 'moves') return smallMoves(changes, trends, isOneProvider);
  return firstsTable(changes);
}

function firstsTable(changes: readonly Change[]): Html {
  return html`<table class="states firsts">
<thead class="visually-hidden"><tr><th scope="col">Date, UTC</th><th scope="col">Provider</th><th scope="col">Score</th><th scope="col">Band</th></tr></thead>
<tbody>${changes.map(
    (change) => html`
<tr><td class="date">${shortDay(change.changed_at)}</td><th class="name" scope="row"><a href="/providers/${change.provider_id}">${nameInLine(change.provider_name)}</a></th><td class="score-moves"><a href="${changeUrl(change)}">${formatHundredths(change.new_score ?? 0)}</a></td><td class="why">${change.new_band !== null && bandChip(change.new_band)} ${proofLink(change)}</td></tr>`,
  )}
</tbody>
</table>`;
}

function noteOf({ name, changes, next }: Section, { query, counts }: ChangelogView): string {
  const all = sumOf(kindsIn(name, query.kinds), counts);
  const isWhole = query.cursor === null && next === null;
  const since = query.since === null ? '' : ` since ${shortDay(query.since)}`;
  const shown = isWhole
    ? `${countInWords(changes.length)}${since}`
    : `${countInWords(changes.length)} of ${countText(all)}${since}`;
  if (name === 'bands') return `${shown} · score ${DAYS_AROUND} days before and after`;
  if (name !== 'moves') return `${shown}, newest first`;
  const providers = new Set(changes.map(({ provider_id }) => provider_id)).size;
  return `${shown} · ${providerCount(providers)}`;
}

function nothing({ query, provider }: ChangelogView): Html {
  if (provider.typed !== '' && provider.chosen === null) {
    return html`<div class="empty"><p>No provider is called “${provider.typed}”.</p>
${
  provider.candidates.length > 0 &&
  html`<p>Did you mean ${provider.candidates.map(({ slug, name }, at) => html`${at > 0 && ', '}<a href="${changesUrl({ ...query, provider: slug, cursor: null })}">${nameInLine(name)}</a>`)}?</p>`
}
<p><a href="${changesUrl({ ...query, provider: '', cursor: null })}">Show all providers</a></p></div>`;
  }
  const isAll = changesUrl(query) === changesUrl(ALL_CHANGES);
  return isAll
    ? html`<div class="empty"><p>Nothing has changed yet.</p><p><a href="/methodology">Read how scores are made</a></p></div>`
    : html`<div class="empty"><p>No change fits this choice.</p><p><a href="/changelog">Clear the filters</a></p></div>`;
}
