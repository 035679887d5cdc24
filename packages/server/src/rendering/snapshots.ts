// Reads snapshots of indicators from the store.

import type { ScoreSnapshot } from '@rf-indicators/contract';
import { evidenceFacts, readContents } from './content.ts';
import type { Reading } from './reading.ts';
import type { ServedIndicator } from './served.ts';
import { snapshotFrom } from './snapshot.ts';

/** In the order given. */
export async function* snapshotsOf(
  { db, baseUrl, disclosure }: Reading,
  indicators: readonly ServedIndicator[],
  askedAsOf?: number,
): AsyncGenerator<[ServedIndicator, ScoreSnapshot]> {
  for await (const [served, content] of readContents(db, indicators, askedAsOf)) {
    const evidence = await evidenceFacts(db, content);
    const context = { baseUrl, disclosure, evidence, ...(askedAsOf === undefined ? {} : { askedAsOf }) };
    yield [served, snapshotFrom(served, content, context)];
  }
}

export async function snapshotObject(
  reading: Reading,
  served: ServedIndicator,
  askedAsOf?: number,
): Promise<ScoreSnapshot> {
  for await (const [, snapshot] of snapshotsOf(reading, [served], askedAsOf)) return snapshot;
  throw new Error(`The package of indicator ${served.verificationId} is missing.`);
}
