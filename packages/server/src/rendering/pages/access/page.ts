// GET /access: what each tier may read and how often, and how to get a key.

import { ENTITLEMENTS, type Entitlement, TIER_TERMS, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { countInWords } from '../page-words.ts';
import type { Site } from '../site.ts';

const TIER_WORDS: Readonly<Record<Tier, string>> = {
  FREE: 'Free',
  PROFESSIONAL: 'Professional',
  ENTERPRISE: 'Enterprise',
  CUSTOM: 'Custom',
};

const ENTITLEMENT_WORDS: Readonly<Record<Entitlement, readonly [label: string, what: string]>> = {
  scores: [
    'Scores in full',
    'The points that each criterion loses, caps, evidence with its age, the history, changes explained, and peers.',
  ],
  methodology: ['Methodology', 'The current framework with all its rules, as data for programs.'],
  computation: [
    'Computation',
    'The package of each indicator, from which anyone recomputes it, and a what-if on the page of a provider.',
  ],
};

export function accessPage(site: Site): Html {
  return layout(site, {
    title: 'Access',
    description: 'What each tier may read, how many requests it may send, and how to get a key.',
    canonical: '/access',
    path: '/access',
    main: html`<h1>Access</h1>
<p class="lead">Headline scores, their history, changes, the page of the methodology and every proof are public: nobody needs a key
for them. A key opens what is behind a score.</p>
<h2>Tiers</h2>
<div class="scroll">
<table class="tiers">
<thead><tr><th scope="col"><span class="visually-hidden">What</span></th>${TIERS.map((tier) => html`<th scope="col">${TIER_WORDS[tier]}</th>`)}</tr></thead>
<tbody>
<tr><th scope="row">Requests in an hour<p class="muted">For all keys of the tier in a workspace together.</p></th>${TIERS.map(
      (tier) => html`<td class="count" data-label="${TIER_WORDS[tier]}">${requestsOf(tier)}</td>`,
    )}</tr>${ENTITLEMENTS.map(entitlementRow)}
<tr><th scope="row">Agent pilot<p class="muted">Tools for language-model agents, after the agent terms were accepted.</p></th>${TIERS.map(
      (tier) => html`<td data-label="${TIER_WORDS[tier]}">${yesOrNo(TIER_TERMS[tier].pilot)}</td>`,
    )}</tr>
</tbody>
</table>
</div>
<h2>How to get a key</h2>
<ol class="steps">
<li>Ask for a workspace${contact(site)}. You become its Contract Admin.</li>
<li><a href="/sign-in">Sign in</a>, read and accept the <a href="/terms/api">API terms</a>.</li>
<li>Create a key in the console. It is shown once; store it.</li>
<li>Send it as <code>x-api-key</code>. The <a href="/docs">guides</a> show the first call in curl, JavaScript and Python.</li>
</ol>`,
  });
}

function contact({ name, contactUrl }: Site): Html {
  return contactUrl === null
    ? html` from the operators of ${name}`
    : html`: <a href="${contactUrl}">write to ${name}</a>`;
}

function requestsOf(tier: Tier): string {
  const count = countInWords(TIER_TERMS[tier].requestsPerHour);
  return tier === 'CUSTOM' ? `${count}, or by contract` : count;
}

function entitlementRow(entitlement: Entitlement): Html {
  const [label, what] = ENTITLEMENT_WORDS[entitlement];
  return html`
<tr><th scope="row">${label}<p class="muted">${what}</p></th>${TIERS.map(
    (tier) =>
      html`<td data-label="${TIER_WORDS[tier]}">${tier === 'CUSTOM' ? 'by contract' : yesOrNo(TIER_TERMS[tier].entitlements.includes(entitlement))}</td>`,
  )}</tr>`;
}

function yesOrNo(is: boolean): Html {
  return is ? html`yes` : html`<span class="muted">no</span>`;
}
