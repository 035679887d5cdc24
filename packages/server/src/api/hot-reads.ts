// The responses that are prepared at every publication, so that requests for them never wait for the store. Apart from
// the code that reads them, which the serving thread does not load.

import type { ReadId } from './reads.ts';

export const HOT_READS: readonly [ReadId, Readonly<Record<string, string>>][] = [
  ['listPublicScores', {}],
  ['listPublicHistories', {}],
  ['listScores', {}],
  ...['btc', 'fiat', 'stablecoin'].map((type): [ReadId, Record<string, string>] => [
    'listScores',
    { planner_type: type },
  ]),
  ['getMethodology', {}],
  ['listIssuances', {}],
  ['getChangelog', {}],
  ['listSigningKeys', {}],
  ['getCheckpoint', {}],
  ['getAtomFeed', {}],
  ['getJsonFeed', {}],
];
