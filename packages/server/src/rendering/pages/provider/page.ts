// GET /providers/{slug}: the score of one provider, what changed, its history, and what proves it.

import { formatHundredths } from '@rf-indicators/engine';
import { historySince } from '../../history/window.ts';
import { bandInWords, nameInLine, scoreInWords } from '../../wire/one-line-texts.ts';
import { disclosuresSection, rationaleSection, votersSection } from '../analysis.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { shortDay } from '../page-words.ts';
import type { PublicBreakdown, Site } from '../site.ts';
import { breakdownSection } from './breakdown.ts';
import { changesSection } from './changes.ts';
import { headline, warnings } from './headline.ts';
import { historySection } from './history.ts';
import type { KnownProvider } from './known.ts';
import { peersSection } from './peers.ts';
import { previewOf } from './preview.ts';
import { whyThisScore } from './provider-words.ts';
import { providerUrl, type Range, type ShownSteps } from './range.ts';
import { rulesSection } from './rules.ts';
import { side } from './side.ts';

export interface ProviderView {
  site: Site;
  provider: KnownProvider;
  range: Range;
  steps: ShownSteps;
  /** Epoch milliseconds; only the day counts. */
  now: number;
}

export function providerPage({ site, provider, range, steps, now }: ProviderView): Html {
  const { slug, current } = provider;
  const description = descriptionOf(provider);
  return layout(site, {
    title: titleOf(provider),
    description,
    ...previewOf(site, provider, description),
    canonical: providerUrl(slug),
    path: '/',
    scripts: ['copy', 'provider-history', 'provider-peers', 'provider'].map(
      (name) => `/assets/site/${name}.js`,
    ),
    main: html`${warnings(provider, historySince(now))}<div class="provider-page">
<div class="provider-main">
${headline(provider, site.breakdown)}
${current && rulesSection(current, site.breakdown)}
${current && rationaleSection(current.snapshot.rationale)}
${changesSection(provider)}
${historySection(provider, range, steps, now)}
${current && peersSection(provider, current)}
${current && breakdownSection(current.snapshot, site.breakdown)}
${current && disclosuresSection(current.snapshot.disclosures)}
${current && votersSection(current.voters)}
</div>
${side(provider, { product: site.name, baseUrl: site.baseUrl })}
${current && entitledOutline(slug, site.breakdown)}
</div>`,
  });
}

/** "91.52 Low risk · Brindlewick Vaults". */
export function titleOf({ name, current }: KnownProvider): string {
  const says =
    current === null ? 'Withdrawn' : `${formatHundredths(current.score)} ${bandInWords(current.band)}`;
  return `${says} · ${nameInLine(name)}`;
}

function descriptionOf({ name, current, withdrawal }: KnownProvider): string {
  const line = nameInLine(name);
  if (current === null) {
    return `The score of ${line} was withdrawn${withdrawal === null ? '' : ` on ${shortDay(withdrawal.at)}`}.`;
  }
  const { band, score, asOf, stale } = current;
  const state = stale === null ? '' : ` Stale since ${shortDay(stale.since)}.`;
  return `${line}: ${scoreInWords(band, score)} of 100, higher is safer, scored ${shortDay(asOf)}.${state} ${whyThisScore(current)}`;
}

const PARTS: readonly [name: string, what: string][] = [
  ['Breakdown', 'from 100.00 to the score, criterion by criterion, with every cap that was applied'],
  ['Evidence', 'each document with its kind, title and page'],
  ['Ages', 'how old each piece of evidence is, and when it lapses'],
  ['Evidence outlook', 'what ageing of the evidence alone does to the score; not a forecast'],
  ['Changes', 'the difference between any two dates, explained'],
  ['Peers', 'how comparable providers score in each module'],
  ['What if', 'move an input and see score, band and caps recomputed in your browser'],
];

/** What everybody sees already, if everything is public. */
const PUBLIC_WITH_EVERYTHING = ['Breakdown', 'Evidence'];

/** What readers with access see further down. Others see what there is, and how to get it: never a picture of it. The script of signed-in readers replaces the content of the section. */
function entitledOutline(slug: string, breakdown: PublicBreakdown): Html {
  const parts = PARTS.filter(
    ([name]) => breakdown !== 'everything' || !PUBLIC_WITH_EVERYTHING.includes(name),
  );
  return html`<section id="entitled" class="entitled" data-entitled data-slug="${slug}">
<h2>Behind the score</h2>
<p>With access, this page also shows:</p>
<dl class="outline">${parts.map(
    ([name, what]) => html`
<dt>${name}</dt><dd>${what}</dd>`,
  )}
</dl>
<p class="entitled-ways"><a href="/access">How to get access</a> · <a href="/sign-in">Sign in</a></p>
</section>`;
}
