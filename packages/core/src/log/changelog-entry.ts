// The public form of a changelog entry.

import type { ChangelogEntry } from '@rf-indicators/contract';
import { instantText } from '../context/times.ts';
import type { ChangelogRow } from './changelog.ts';
import { publicReason } from './public-reason.ts';

/** Members that are leaves of the log of their own. An entry of the log's list of the changelog does not have them. */
type OwnLeaves = 'rationale' | 'disclosures' | 'review';
export type ChangelogFacts = Omit<ChangelogEntry, OwnLeaves>;

/** With plain numbers, as a reader of the API parses them. */
export function plainChangelogEntry(row: ChangelogRow): ChangelogFacts {
  return changelogFacts(row, (hundredths) => hundredths / 100);
}

/** `asNumber` converts hundredths to the number of the entry. */
export function changelogFacts(row: ChangelogRow, asNumber: (hundredths: number) => number): ChangelogFacts {
  const { previous_score, new_score } = row;
  const isComparable = previous_score !== null && new_score !== null;
  return {
    id: row.id,
    provider_id: row.provider_id,
    provider_name: row.provider_name,
    planner_type: row.planner_type as ChangelogEntry['planner_type'],
    kind: row.kind,
    previous_score: previous_score === null ? null : asNumber(previous_score),
    new_score: new_score === null ? null : asNumber(new_score),
    delta: isComparable ? asNumber(new_score - previous_score) : null,
    previous_band: row.previous_band as ChangelogEntry['previous_band'],
    new_band: row.new_band as ChangelogEntry['new_band'],
    reason: publicReason(row.reason),
    framework_version: row.framework_version,
    verification_id: row.verification_id,
    changed_at: instantText(row.changed_at),
  };
}
