// Builds the changelog entry for each published change that is news, and the event for a renewal.

import type { ChangelogKind, ScoreEventType } from '@rf-indicators/contract';
import { type Change, frameworkVersion, type Methodology } from '@rf-indicators/engine';
import { type StoredEventData, writeEventData } from '../../store/event-data.ts';
import type { Database } from '../../store/schema.ts';
import type { Indicator } from '../runs/current-indicators.ts';

export interface NewsItem {
  indicator: Indicator;
  providerName: string;
  plannerType: string;
  /** The indicator before this one; null for the first one. */
  previous: Indicator | null;
  change: Change | null;
  causes: readonly string[];
  /** As in run_items. */
  contested: string;
}

/**
 * A renewal is no news: it has an event for those who ask for it, but no changelog entry. Neither has the correction of
 * a past renewal, which was no news itself.
 */
export function changelogKind({ indicator, previous }: NewsItem): ChangelogKind | null {
  const { kind, supersedes } = indicator;
  if (kind === 'correction' && supersedes === null && previous?.kind === 'renewal') return null;
  return kind === 'renewal' ? null : kind;
}

export function changelogRow(
  item: NewsItem,
  kind: ChangelogKind,
  methodology: Methodology,
  seq: number,
  id: string,
): Database['changelog'] {
  const { indicator, previous, providerName, plannerType } = item;
  return {
    seq,
    id,
    provider_id: indicator.provider_id,
    provider_name: providerName,
    planner_type: plannerType,
    kind,
    previous_score: previous?.final_score ?? null,
    new_score: indicator.final_score,
    previous_band: previous?.risk_band ?? null,
    new_band: indicator.risk_band,
    reason: reasonOf(item, kind, methodology),
    framework_version: frameworkVersion(methodology.document),
    verification_id: indicator.verification_id,
    changed_at: indicator.published_at,
  };
}

type Stored = StoredEventData<ScoreEventType>;

export function renewalEventRow(
  { indicator, providerName, plannerType }: NewsItem,
  frameworkVersion: string,
  seq: number,
  id: string,
): Database['events'] {
  const data: StoredEventData<'score.renewed'> = {
    sequence: seq,
    provider_id: indicator.provider_id,
    provider_name: providerName,
    planner_type: plannerType as Stored['planner_type'],
    final_score: indicator.final_score,
    risk_band: indicator.risk_band as NonNullable<Stored['new_band']>,
    framework_version: frameworkVersion,
    verification_id: indicator.verification_id,
    renews: indicator.renews,
    scored_at: indicator.as_of,
    published_at: indicator.published_at,
  };
  return {
    seq,
    id,
    type: 'score.renewed',
    provider_id: indicator.provider_id,
    workspace_id: null,
    created_at: indicator.published_at,
    data: writeEventData('score.renewed', data),
  };
}

/**
 * Names causes and modules, because the changelog is public. It never names an input's value or points, nor a hard
 * rule, whose text would give the value away.
 */
function reasonOf(
  { indicator, change, causes }: NewsItem,
  kind: ChangelogKind,
  methodology: Methodology,
): string {
  if (kind === 'initial') return 'First indicator of this provider.';
  if (kind === 'reinstatement') return `Reinstated: ${indicator.correction_reason}`;
  if (kind === 'correction') return `Correction: ${indicator.correction_reason}`;
  const parts: string[] = [];
  if (causes.includes('methodology')) parts.push(`methodology ${frameworkVersion(methodology.document)}`);
  if (causes.includes('structure')) parts.push('changed structure');
  for (const [kindOfPart, words] of [
    ['value', 'new facts'],
    ['renewal', 'renewed evidence'],
    ['ageing', 'evidence not renewed'],
  ] as const) {
    const modules = modulesMoved(change, kindOfPart, methodology);
    if (modules.length > 0) parts.push(`${words} in ${modules.join(', ')}`);
  }
  parts.push(...capsMoved(change));
  const text = parts.length === 0 ? 'new facts' : parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function modulesMoved(change: Change | null, kind: string, methodology: Methodology): string[] {
  const ids = new Set(change?.parts.filter((part) => part.kind === kind).map(({ module_id }) => module_id));
  return methodology.modules.filter(({ id }) => ids.has(id)).map(({ label }) => label);
}

function capsMoved(change: Change | null): string[] {
  const caps = change?.parts.find(({ kind }) => kind === 'caps');
  if (caps === undefined || caps.before === caps.after) return [];
  const before = ruleIds(caps.before);
  const after = ruleIds(caps.after);
  const isApplied = after.some((id) => !before.includes(id));
  const isLifted = before.some((id) => !after.includes(id));
  if (!isApplied && !isLifted) return ['a cap changed'];
  return [...(isApplied ? ['a cap was applied'] : []), ...(isLifted ? ['a cap was lifted'] : [])];
}

function ruleIds(caps: string | null): string[] {
  return caps === null ? [] : caps.split(', ').map((entry) => entry.split(' ')[0]!);
}
