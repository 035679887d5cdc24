// Builds the changelog entry and the event for each published change that is news.

import type { ChangelogKind, ScoreEventType } from '@rf-indicators/contract';
import { type Change, frameworkVersion, type Methodology } from '@rf-indicators/engine';
import { type StoredEventData, writeEventData } from '../../store/event-data.ts';
import type { Database } from '../../store/schema.ts';
import type { Indicator } from '../runs/current-indicators.ts';

export interface NewsItem {
  indicator: Indicator;
  providerName: string;
  plannerType: string;
  /** The indicator before this one; null for a first or returning indicator. */
  previous: Indicator | null;
  change: Change | null;
  causes: readonly string[];
  /** True if the provider's last indicator was withdrawn. */
  returning: boolean;
}

/** null if neither score, band nor caps changed, which is not news. */
export function changelogKind({ indicator, previous, causes }: NewsItem): ChangelogKind | null {
  if (indicator.corrects !== null) return 'correction';
  if (previous === null) return 'initial';
  if (previous.risk_band !== indicator.risk_band) return 'band_change';
  const moved = previous.final_score !== indicator.final_score || previous.caps !== indicator.caps;
  if (causes.includes('methodology')) return moved ? 'methodology_change' : null;
  return moved ? 'score_change' : null;
}

const EVENTS: Record<ChangelogKind, ScoreEventType> = {
  initial: 'score.published',
  score_change: 'score.changed',
  band_change: 'band.changed',
  methodology_change: 'score.changed',
  correction: 'score.corrected',
  withdrawal: 'score.withdrawn',
};

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

export function eventRow(entry: Database['changelog'], seq: number, id: string): Database['events'] {
  const type = EVENTS[entry.kind];
  const data: Stored = {
    sequence: seq,
    changelog_id: entry.id,
    provider_id: entry.provider_id,
    provider_name: entry.provider_name,
    planner_type: entry.planner_type as Stored['planner_type'],
    kind: entry.kind,
    previous_score: entry.previous_score,
    new_score: entry.new_score,
    previous_band: entry.previous_band as Stored['previous_band'],
    new_band: entry.new_band as Stored['new_band'],
    reason: entry.reason,
    framework_version: entry.framework_version,
    verification_id: entry.verification_id,
    changed_at: entry.changed_at,
  };
  return {
    seq,
    id,
    type,
    provider_id: entry.provider_id,
    created_at: entry.changed_at,
    data: writeEventData(type, data),
  };
}

/** Names causes and modules, but never an input's value or points, because the changelog is public. */
function reasonOf(
  { indicator, change, causes, returning }: NewsItem,
  kind: ChangelogKind,
  methodology: Methodology,
): string {
  if (kind === 'initial') {
    return returning ? 'Published again after a withdrawal.' : 'First indicator of this provider.';
  }
  if (kind === 'correction') return `Correction: ${indicator.correction_reason}`;
  const parts: string[] = [];
  if (causes.includes('methodology')) parts.push(`methodology ${frameworkVersion(methodology.document)}`);
  if (causes.includes('structure')) parts.push('changed structure');
  for (const [kindOfPart, words] of [
    ['value', 'new facts'],
    ['renewal', 'renewed evidence'],
    ['ageing', 'older evidence'],
  ] as const) {
    const modules = modulesMoved(change, kindOfPart, methodology);
    if (modules.length > 0) parts.push(`${words} in ${modules.join(', ')}`);
  }
  const rules = rulesMoved(change);
  if (rules !== null) parts.push(rules);
  const text = parts.length === 0 ? 'new facts' : parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function modulesMoved(change: Change | null, kind: string, methodology: Methodology): string[] {
  const ids = new Set(change?.parts.filter((part) => part.kind === kind).map(({ module_id }) => module_id));
  return methodology.modules.filter(({ id }) => ids.has(id)).map(({ label }) => label);
}

function rulesMoved(change: Change | null): string | null {
  const caps = change?.parts.find(({ kind }) => kind === 'caps');
  if (caps === undefined || caps.before === caps.after) return null;
  const before = ruleIds(caps.before);
  const after = ruleIds(caps.after);
  const words = [
    ...after.filter((id) => !before.includes(id)).map((id) => `hard rule ${id} fired`),
    ...before.filter((id) => !after.includes(id)).map((id) => `hard rule ${id} cleared`),
  ];
  return words.length > 0 ? words.join(', ') : 'a hard rule moved';
}

function ruleIds(caps: string | null): string[] {
  return caps === null ? [] : caps.split(', ').map((entry) => entry.split(' ')[0]!);
}
