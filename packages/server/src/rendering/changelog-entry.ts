// Converts a changelog row to the API format.

import type { ChangelogEntry } from '@rf-indicators/contract';
import type { ChangelogRow } from '@rf-indicators/core/desk/publication/changelog';
import { publicReason } from './public-reason.ts';
import { instant } from './wire/instants.ts';
import { hundredths, hundredthsOrNull } from './wire/numbers.ts';

export function changelogEntry(row: ChangelogRow): ChangelogEntry {
  const { previous_score, new_score } = row;
  const comparable = previous_score !== null && new_score !== null;
  return {
    id: row.id,
    provider_id: row.provider_id,
    provider_name: row.provider_name,
    planner_type: row.planner_type as ChangelogEntry['planner_type'],
    kind: row.kind,
    previous_score: hundredthsOrNull(previous_score),
    new_score: hundredthsOrNull(new_score),
    delta: comparable ? hundredths(new_score - previous_score) : null,
    previous_band: row.previous_band as ChangelogEntry['previous_band'],
    new_band: row.new_band as ChangelogEntry['new_band'],
    reason: publicReason(row.reason),
    framework_version: row.framework_version,
    verification_id: row.verification_id,
    changed_at: instant(row.changed_at),
  };
}
