// An example of a file of providers that imports as it is.

import type { Methodology } from '@rf-indicators/engine';
import { STRUCTURE_FLAGS } from '../facts/fact-definitions.ts';
import { exampleEvidence } from '../inputs/example-evidence.ts';

/** One fictional provider with every column. It pays in bitcoin, so its facts can be approved without a reference rate. */
export function providerTemplate(methodology: Methodology, today: string): Record<string, unknown>[] {
  return [
    {
      id: null,
      slug: 'example-provider',
      name: 'Example Provider (fictional)',
      provider_subtype: 'bitcoin savings',
      website: 'https://example.com',
      aliases: ['Example', 'Example Ltd (fictional)'],
      planner_type: 'btc',
      payout_currency: 'BTC',
      yield_min: '1.00',
      yield_max: '2.50',
      flags: Object.fromEntries(STRUCTURE_FLAGS.map((flag) => [flag, true])),
      bitcoin_part: '100.00',
      evidence: exampleEvidence(methodology, today),
    },
  ];
}
