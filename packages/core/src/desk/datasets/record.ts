// Daily dumps: their entries in the index, and what is signed of the index.

import { createHash } from 'node:crypto';
import type { Signature } from '@rf-indicators/engine';

export interface DatasetRecord {
  /** The UTC day whose end the dump shows. */
  date: string;
  /** The framework that was in effect on that day. Each row has that of its own indicator. */
  framework_version: string;
  rows: number;
  /** Of the compressed file. */
  bytes: number;
  sha256: string;
  /** Of the CSV text, which stays the same if somebody compresses it again. */
  csv_sha256: string;
  made_at: string;
}

export interface DatasetIndex {
  /** Oldest first. */
  datasets: DatasetRecord[];
  /** null if there are none yet. */
  signature: Signature | null;
  /** When the newest was made; 0 if there is none. */
  madeAt: number;
}

/** As `sha256` and `csv_sha256` have it. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What the signature of an index covers. */
export function signedIndex(datasets: readonly DatasetRecord[]): object {
  return { datasets, index: 'datasets', version: 1 };
}
