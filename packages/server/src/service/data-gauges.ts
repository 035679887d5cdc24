// Gauges of the data: when something was last published and scored, what lacks cosignatures, what the last check found, and
// room on the disk.

import { statfsSync } from 'node:fs';
import { lacksCosignatures } from '@rf-indicators/core/log/cosignatures';
import type { ServiceState } from '../api/service-state.ts';
import type { Metrics } from '../http/metrics.ts';

export interface WatchedData {
  state: ServiceState;
  clock: () => number;
  dataDir: string;
}

export function addDataGauges(metrics: Metrics, { state, clock, dataDir }: WatchedData): void {
  const gauges: [name: string, help: string, value: () => number][] = [
    [
      'rf_last_publication_timestamp_seconds',
      'Time of the newest publication, in seconds since 1970; NaN if there is none.',
      () => seconds(state.freshness.lastPublishedAt),
    ],
    [
      'rf_last_run_timestamp_seconds',
      'Time of the newest complete run, in seconds since 1970; NaN if there is none.',
      () => seconds(state.freshness.lastRunAt),
    ],
    [
      'rf_oldest_score_timestamp_seconds',
      'Time as of which the oldest current indicator was scored, in seconds since 1970; NaN if there is none.',
      () => seconds(state.freshness.oldestScoreAt),
    ],
    [
      'rf_witnesses_required',
      'Witnesses that must cosign the newest checkpoint; 0 without witnesses.',
      () => state.witnessQuorum,
    ],
    [
      'rf_witnesses_lacking',
      '1 if the newest checkpoint lacks cosignatures, otherwise 0.',
      () => Number(lacksCosignatures(state.cosigning, state.witnessQuorum, Math.floor(clock()))),
    ],
    [
      'rf_last_check_timestamp_seconds',
      'Time of the last daily check of the store by this process, in seconds since 1970; NaN if there was none.',
      () => seconds(state.dailyCheck?.at ?? null),
    ],
    [
      'rf_altered_records',
      'Problems that the last daily check of the store found; 0 if there was none.',
      () => state.dailyCheck?.problems ?? 0,
    ],
    ['rf_data_disk_free_bytes', 'Free space on the disk of the data folder.', () => freeBytes(dataDir)],
  ];
  for (const [name, help, value] of gauges) metrics.gauge({ name, help, value });
}

function seconds(instant: number | null): number {
  return instant === null ? Number.NaN : instant / 1000;
}

/** A folder that cannot be read has other alerts. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.NaN;
  }
}
