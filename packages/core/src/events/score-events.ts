// Builds the event for an entry of the changelog.

import type { ChangelogKind, ScoreEventType } from '@rf-indicators/contract';
import { type StoredEventData, writeEventData } from '../store/event-data.ts';
import type { Database } from '../store/schema.ts';

type Stored = StoredEventData<ScoreEventType>;

const EVENTS: Record<ChangelogKind, ScoreEventType> = {
  initial: 'score.published',
  score_change: 'score.changed',
  band_change: 'band.changed',
  methodology_change: 'score.changed',
  correction: 'score.corrected',
  reinstatement: 'score.reinstated',
  drift: 'score.drifted',
  withdrawal: 'score.withdrawn',
  stale: 'score.stale',
  stale_ended: 'score.stale_ended',
  review_started: 'review.started',
  review_ended: 'review.ended',
};

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
    workspace_id: null,
    created_at: entry.changed_at,
    data: writeEventData(type, data),
  };
}
