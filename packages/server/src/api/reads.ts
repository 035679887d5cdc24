// The operations that read published data. Each export of these files is the function of the operation with its name.

import type { OperationId } from '@rf-indicators/contract';
import type { Read } from '../rendering/reading.ts';
import * as changes from './reads/changes.ts';
import * as datasets from './reads/datasets.ts';
import * as outlook from './reads/evidence-outlook.ts';
import * as exported from './reads/exports.ts';
import * as history from './reads/history.ts';
import * as issuances from './reads/issuances.ts';
import * as log from './reads/log.ts';
import * as methodology from './reads/methodology.ts';
import * as proofs from './reads/proofs.ts';
import * as publicScores from './reads/public-scores.ts';
import * as scoreChanges from './reads/score-changes.ts';
import * as scores from './reads/scores.ts';

export const READS = {
  ...scores,
  ...scoreChanges,
  ...outlook,
  ...methodology,
  ...proofs,
  ...issuances,
  ...publicScores,
  ...changes,
  ...log,
  ...datasets,
  ...history,
  ...exported,
} satisfies Partial<Record<OperationId, Read>>;

export type ReadId = keyof typeof READS;
