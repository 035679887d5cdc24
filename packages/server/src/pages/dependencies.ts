// Dependencies of the page routes.

import type { IncomingMessage } from 'node:http';
import type { ScoreRequestOutcome, ScoreRequestReceipt, Status } from '@rf-indicators/contract';
import type { WitnessKey } from '@rf-indicators/engine';
import type { SharedReads } from '../http/shared-reads.ts';
import type { Card } from '../rendering/cards/card.ts';
import type { Site } from '../rendering/pages/site.ts';
import type { Published } from '../rendering/published.ts';
import type { Reader } from '../rendering/reading.ts';

/** Recorded, refused, or not even looked at because a limit is used up. */
export type SubmittedScoreRequest =
  | { receipt: ScoreRequestReceipt }
  | { refusal: { message: string } }
  | { usedUp: unknown };

export interface PageDependencies {
  baseUrl: string;
  site: Site;
  clock: () => number;
  startedAt: number;
  /** The witnesses that are asked to cosign checkpoints. */
  witnesses: readonly WitnessKey[];
  published: Published;
  sharedReads: SharedReads;
  reader: Reader;
  /** As PNG. */
  drawCard: (card: Card) => Promise<Uint8Array>;
  /** How the service is now. */
  status: () => Status;
  /** Null if there is none with this id. */
  readScoreRequest: (id: string) => Promise<ScoreRequestOutcome | null>;
  /** Counts under the same limits as the operation of the API. */
  submitScoreRequest: (request: IncomingMessage, body: unknown, key: null) => Promise<SubmittedScoreRequest>;
}
