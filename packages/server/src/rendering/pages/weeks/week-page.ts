// GET /changes/weeks/{week}: the changes of one week.

import type { ChangelogKind } from '@rf-indicators/contract';
import type { Count } from '@rf-indicators/core/log/count-changes';
import { type Week, weekAfter, weekBefore } from '../../history/iso-week.ts';
import { countText, sumOf } from '../changelog/filters.ts';
import { kindsIn, SECTIONS } from '../changelog/kinds.ts';
import { changeSections, type SectionsView } from '../changelog/page.ts';
import { ALL_CHANGES, changesUrl } from '../changelog/query.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { weekDays, weekTitle } from './week-words.ts';

export type WeekView = Pick<SectionsView, 'sections' | 'steps' | 'trends' | 'now'> & {
  week: Week;
  counts: ReadonlyMap<ChangelogKind, Count>;
  /** Its Monday, as a civil date. */
  since: string;
  isFirst: boolean;
  /** It has not ended. */
  isNewest: boolean;
};

export function weekPage(site: Site, view: WeekView): Html {
  const { week, counts, since, isFirst, isNewest } = view;
  const title = weekTitle(counts, !isNewest);
  return layout(site, {
    title: `${title} · ${week.name}`,
    description: `${title}. Changes to risk indicators from Monday to Sunday, ${weekDays(week)}, in UTC.`,
    canonical: weekUrl(week),
    path: '/changelog',
    main: html`<p class="kicker change-kicker"><a href="/changes/weeks">Weeks</a> · ${week.name}</p>
<h1>${title}</h1>
<p class="lead">${weekDays(week)}, Monday to Sunday in UTC. Higher is safer.</p>
${
  view.sections.length === 0
    ? html`<div class="empty"><p>Nothing changed in this week.</p></div>`
    : changeSections({
        ...view,
        isOneProvider: false,
        note: ({ name, changes, next }) =>
          next === null
            ? String(changes.length)
            : `${changes.length} of ${countText(sumOf(SECTIONS[name], counts))}`,
        older: ({ name, next }) =>
          next === null
            ? null
            : changesUrl({ ...ALL_CHANGES, kinds: kindsIn(name, SECTIONS[name]), since, cursor: next }),
      })
}
<nav class="pager" aria-label="Weeks">
${isFirst ? html`<span class="muted">First week</span>` : html`<a href="${weekUrl(weekBefore(week))}" rel="prev">Week before</a>`}
${isNewest ? html`<span class="muted">This week</span>` : html`<a href="${weekUrl(weekAfter(week))}" rel="next">Week after</a>`}
</nav>`,
  });
}

export function weekUrl({ name }: Pick<Week, 'name'>): string {
  return `/changes/weeks/${name}`;
}
