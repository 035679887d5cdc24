// The review, the rationale, the disclosures and the votes on pages.

import type { Disclosures, Review, Voters } from '@rf-indicators/contract';
import { independence, reviewOpening, reviewReason } from './analysis-words.ts';
import { type Html, html } from './html.ts';
import { shortDay } from './page-words.ts';

/** In the form of the other lines that a reader of a score must not miss. */
export function reviewLine(review: Review | null): Html | null {
  if (review === null) return null;
  return html`<p class="warning"><strong>${reviewOpening(review)}</strong> ${reviewReason(review)}</p>
`;
}

export function rationaleSection(rationale: string | null): Html | null {
  if (rationale === null) return null;
  const paragraphs = rationale.split(/\n+/).filter((text) => text.trim() !== '');
  return html`<section class="rationale">
<h2>Rationale</h2>
${paragraphs.map(
  (text) => html`<p>${text}</p>
`,
)}<p class="muted">Written by an analyst and reviewed by another person.</p>
</section>`;
}

export function disclosuresSection(disclosures: Disclosures | null): Html | null {
  if (disclosures === null) return null;
  const { first_committee, last_committee, solicited, paid_by_provider } = disclosures;
  const facts: [string, string][] = [
    ['Responsible', disclosures.responsible_team],
    ['First committee', dayOf(first_committee)],
    ['Last committee', dayOf(last_committee)],
    ['Solicited', solicited ? 'Yes, by the provider' : 'No'],
    ['Paid by the provider', paid_by_provider ? 'Yes' : 'No'],
    ['Conflicts of interest', disclosures.conflicts],
    ['How they are handled', disclosures.conflict_handling],
    ['Sources', disclosures.sources],
    ['Limits of the framework', `${disclosures.framework_version}: ${disclosures.framework_limits}`],
  ];
  return html`<section class="disclosures">
<h2>Disclosures</h2>
${factList(facts)}
${independence(disclosures) && html`<p>${independence(disclosures).trim()}</p>`}
</section>`;
}

/** Nothing unless the publisher makes the names public. */
export function votersSection(voters: Voters | null): Html | null {
  if (voters === null) return null;
  const names = (people: readonly string[]) => (people.length === 0 ? 'Nobody' : people.join(', '));
  return html`<section class="disclosures">
<h2>Committee</h2>
${factList([
  ['Voted for', names(voters.for)],
  ['Voted against', names(voters.against)],
])}
</section>`;
}

function factList(facts: readonly [string, string][]): Html {
  return html`<dl class="facts">${facts.map(
    ([label, text]) => html`
<dt>${label}</dt><dd>${text}</dd>`,
  )}
</dl>`;
}

function dayOf(date: string | null): string {
  return date === null ? 'None on record' : shortDay(date);
}
