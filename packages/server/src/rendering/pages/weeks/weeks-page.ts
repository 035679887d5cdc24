// GET /changes/weeks: the weeks with what happened in each, newest first.

import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import type { CountedWeek } from './counted-week.ts';
import { weekUrl } from './week-page.ts';
import { weekDays, weekSummary } from './week-words.ts';

export interface WeeksView {
  weeks: readonly CountedWeek[];
  now: number;
  isNewest: boolean;
  /** The name of the week before which the next page begins; null if there is none. */
  olderThan: string | null;
}

export function weeksPage(site: Site, { weeks, now, isNewest, olderThan }: WeeksView): Html {
  return layout(site, {
    title: 'Changes week by week',
    description:
      'What changed in each week: band changes, corrections, withdrawals and small moves. Also as a weekly feed.',
    canonical: '/changes/weeks',
    path: '/changelog',
    main: html`<p class="kicker change-kicker"><a href="/changelog">Changes</a></p>
<h1>Week by week</h1>
<p class="lead">What changed in each week, from Monday to Sunday in UTC.</p>
<p class="follow-weeks"><span class="muted">One entry for each week that has ended:</span>
<a href="/feeds/weekly.atom">Atom</a> <a href="/feeds/weekly.json">JSON feed</a></p>
${weeks.length === 0 ? html`<div class="empty"><p>Nothing has changed yet.</p></div>` : table(weeks, now)}
${
  (!isNewest || olderThan !== null) &&
  html`<nav class="pager" aria-label="Pages">
${isNewest ? html`<span class="muted">Newest</span>` : html`<a href="/changes/weeks">Newest</a>`}
${olderThan === null ? html`<span class="muted">Older</span>` : html`<a href="/changes/weeks?before=${olderThan}" rel="next">Older</a>`}
</nav>`
}`,
  });
}

function table(weeks: readonly CountedWeek[], now: number): Html {
  return html`<table class="states weeks">
<thead class="visually-hidden"><tr><th scope="col">Week</th><th scope="col">Days, UTC</th><th scope="col">What changed</th></tr></thead>
<tbody>${weeks.map(({ week, counts }) => {
    const summary = weekSummary(counts);
    return html`
<tr><th class="date" scope="row"><a href="${weekUrl(week)}">${week.name}</a></th><td class="days">${weekDays(week)}</td><td class="why">${summary.charAt(0).toUpperCase()}${summary.slice(1)}${week.until > now && html` <span class="muted">so far</span>`}</td></tr>`;
  })}
</tbody>
</table>`;
}
