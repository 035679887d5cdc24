// The responses that are requested often. In a store that is not large they are prepared at every publication, so that
// requests for them never wait for the store. Apart from the code that reads them, which the serving thread does not load.

import type { Parameters } from '../rendering/reading.ts';
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

/** Whether a read is one of those, or of a current indicator. */
export function isHotRead(id: string, parameters: Parameters): boolean {
  const given = Object.keys(parameters);
  if (id === 'getScore') return given.length === 1;
  return HOT_READS.some(
    ([hot, expected]) =>
      hot === id &&
      given.length === Object.keys(expected).length &&
      given.every((name) => parameters[name] === expected[name]),
  );
}
