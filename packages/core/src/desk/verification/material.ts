// What the checks of the parts of a verification share.

import type { ComputationPackage, Methodology, Scored } from '@rf-indicators/engine';
import type { Finding } from '../../log/findings.ts';

/** What the checks of all portions need. It was verified before. */
export interface CheckMaterial {
  frameworks: readonly { digest: string; document: string }[];
  dictionaries: readonly { id: number; bytes: Uint8Array }[];
  /** Of prepared snapshots. */
  snapshotDictionaries: readonly { id: string; bytes: Uint8Array }[];
  /** Indicators from this leaf of the log on have a prepared snapshot. */
  preparedFrom: number;
  /** The signing keys as text, with the leaves of the log that each may sign. */
  keys: readonly { text: string; from: number; until: number | null }[];
  /** Entries of the record chain up to this one are older than MACs. */
  withoutMac: number;
}

/** A finding about an indicator, by its place in the log. */
export type PlacedFinding = Finding & { logIndex: number };

/** A package that is what its hash says, and scores. */
export interface SoundPackage {
  content: ComputationPackage;
  methodology: Methodology;
  scored: Scored;
}

/** Keys of a table: some of them, or all from the first on and before the second; null: without an end. */
export type Keys = readonly string[] | { from: string | null; before: string | null };
