// A small world of published indicators for the tests of memos, in which names resemble each other.

import { verificationId } from '@rf-indicators/engine';
import { type CheckedMemo, checkMemo } from '../../src/site/verify/memo/check-memo.ts';
import type { Known, PublishedIndicator } from '../../src/site/verify/memo/finding.ts';
import type { NamedProvider } from '../../src/site/verify/memo/provider-names.ts';

export interface WorldIndicator extends PublishedIndicator {
  id: string;
}

/** "Cobaltine" and "Cobaltine Trust" are two providers; Gossamerle Yield was called Threadneedle Income before. */
export const PROVIDERS: readonly NamedProvider[] = [
  { id: 'p1', names: ['Brindlewick Vaults', 'brindlewick-vaults'] },
  { id: 'p2', names: ['Cobaltine Trust', 'cobaltine-trust'] },
  { id: 'p3', names: ['東京証券', 'tokyo'] },
  { id: 'p4', names: ['Ferrocline Ltd.', 'ferrocline'] },
  { id: 'p5', names: ['Cobaltine', 'cobaltine'] },
  { id: 'p6', names: ['Gossamerle Yield', 'Threadneedle Income', 'gossamerle-yield'] },
  { id: 'p7', names: ['Éclairage Crédit', 'eclairage-credit'] },
];

const SCORES: readonly [score: string, band: string][] = [
  ['91.52', 'LOW'],
  ['71.20', 'MEDIUM'],
  ['39.99', 'HIGH'],
  ['60.00', 'MEDIUM'],
  ['100.00', 'LOW'],
  ['48.05', 'ELEVATED'],
  ['0.00', 'HIGH'],
];

/** One for each provider. */
export const INDICATORS: readonly WorldIndicator[] = SCORES.map(([score, band], at) => ({
  kind: 'published',
  id: verificationId(String(at + 1).repeat(64)),
  providerId: PROVIDERS[at]!.id,
  name: PROVIDERS[at]!.names[0]!,
  score,
  band,
  scoredOn: '2026-11-14',
  publishedOn: '2026-11-15',
  isCurrent: true,
  note: null,
}));

/** An earlier indicator of the first provider. */
export const EARLIER: WorldIndicator = {
  ...INDICATORS[0]!,
  id: verificationId('a'.repeat(64)),
  score: '89.97',
  scoredOn: '2026-08-05',
  publishedOn: '2026-08-05',
  isCurrent: false,
  note: 'Superseded since.',
};

export const TODAY = '2026-11-17';

export function checkedIn(
  memo: string,
  also: readonly WorldIndicator[] = [EARLIER],
): Promise<CheckedMemo | null> {
  const all = new Map([...INDICATORS, ...also].map((one) => [one.id, one]));
  return checkMemo(memo, {
    indicators: async (ids) =>
      new Map(ids.map((id): [string, Known] => [id, all.get(id) ?? { kind: 'unknown' }])),
    providers: async () => PROVIDERS,
    today: TODAY,
  });
}
