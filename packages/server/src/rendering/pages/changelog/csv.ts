// GET /changelog.csv: changes for spreadsheets, with the members of the API.

import { writeCsv } from '@rf-indicators/core/desk/import/csv';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { formatHundredths } from '@rf-indicators/engine';
import type { Change } from '../provider/known.ts';

const COLUMNS = [
  ...['changed_at', 'kind', 'provider_name', 'planner_type', 'previous_score', 'new_score', 'delta'],
  ...[
    'previous_band',
    'new_band',
    'reason',
    'framework_version',
    'verification_id',
    'provider_id',
    'id',
    'url',
  ],
];

export function changesCsv(changes: readonly Change[], baseUrl: string): string {
  return `${writeCsv(
    COLUMNS,
    changes.map((change) => lineOf(change, baseUrl)),
  )}\r\n`;
}

function lineOf(change: Change, baseUrl: string): Record<string, string> {
  const { previous_score: before, new_score: after } = change;
  return {
    changed_at: instant(change.changed_at),
    kind: change.kind,
    provider_name: change.provider_name,
    planner_type: change.planner_type,
    previous_score: figure(before),
    new_score: figure(after),
    delta: before === null || after === null ? '' : signed(after - before),
    previous_band: change.previous_band ?? '',
    new_band: change.new_band ?? '',
    reason: change.reason,
    framework_version: change.framework_version,
    verification_id: change.verification_id,
    provider_id: change.provider_id,
    id: change.id,
    url: `${baseUrl}/changes/${change.id}`,
  };
}

function figure(score: number | null): string {
  return score === null ? '' : formatHundredths(score);
}

function signed(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}
