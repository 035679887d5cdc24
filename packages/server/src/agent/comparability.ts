// Warnings about scores that are not directly comparable.

import type { ComparabilityWarning } from '@rf-indicators/contract';
import { quoted } from './external-text.ts';
import type { CurrentIndicator } from './indicator-view.ts';

export function comparabilityOf(
  found: readonly CurrentIndicator[],
  askedFor: number,
): ComparabilityWarning[] {
  const warnings: ComparabilityWarning[] = [];
  const views = [...new Map(found.map(({ view }) => [view.provider_id, view])).values()];
  const ids = views.map(({ provider_id }) => provider_id);
  const differ = (
    code: ComparabilityWarning['code'],
    values: readonly string[],
    say: (list: string) => string,
  ) => {
    if (new Set(values).size < 2) return;
    const list = views.map(({ name }, index) => `${quoted(name)} ${values[index]}`).join(', ');
    warnings.push({ code, message: say(list), provider_ids: ids });
  };
  differ(
    'planner_type_differs',
    views.map(({ planner_type }) => planner_type),
    (list) =>
      `These providers offer different kinds of products, to which different criteria apply: ${list}.`,
  );
  differ(
    'framework_version_differs',
    views.map(({ framework_version }) => framework_version),
    (list) =>
      `The scores were calculated with different versions of the framework: ${list}. This may account for part of the difference.`,
  );
  differ(
    'dates_differ',
    views.map(({ scored_at }) => scored_at.slice(0, 10)),
    (list) => `The scores have different dates: ${list}. Only some of them reflect what happened in between.`,
  );
  for (const { name, provider_id, stale, stale_reason } of views) {
    if (!stale) continue;
    const reason = stale_reason === null ? '' : ` (${quoted(stale_reason, 300)})`;
    const message = `The indicator of ${quoted(name)} is stale${reason} and may not reflect the current situation.`;
    warnings.push({ code: 'stale', message, provider_ids: [provider_id] });
  }
  const twice = [...Map.groupBy(found, ({ view }) => view.provider_id)].filter(([, same]) => same.length > 1);
  for (const [id, [first]] of twice) {
    const message = `Several of the names refer to the same provider, ${quoted(first!.view.name)}.`;
    warnings.push({ code: 'same_provider', message, provider_ids: [id] });
  }
  if (found.length < askedFor) {
    const missing = askedFor - found.length;
    const message = `${missing} of ${askedFor} names ${missing === 1 ? 'has' : 'have'} no result. Say so, and compare only the others.`;
    warnings.push({ code: 'not_all_found', message, provider_ids: [] });
  }
  return warnings;
}
