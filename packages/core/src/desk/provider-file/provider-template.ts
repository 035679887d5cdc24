// An example of a file of providers. Its texts are marked placeholders, which an import refuses.

import type { Methodology } from '@rf-indicators/engine';
import { placeholder } from '../../context/placeholders.ts';
import { STRUCTURE_FLAGS } from '../facts/fact-definitions.ts';
import { exampleEvidence } from '../inputs/example-evidence.ts';

/** One fictional provider with every column. It pays in bitcoin, so its facts can be approved without a reference rate. */
export function providerTemplate(methodology: Methodology, today: string): Record<string, unknown>[] {
  return [
    {
      id: null,
      slug: placeholder('example-provider'),
      name: placeholder('Example Provider'),
      provider_subtype: placeholder('bitcoin savings'),
      website: placeholder('https://example.com'),
      aliases: [placeholder('Example'), placeholder('Example Ltd')],
      identifiers: [placeholder('domain example-provider.example https://example-provider.example/imprint')],
      planner_type: 'btc',
      payout_currency: 'BTC',
      yield_min: placeholder('1.00'),
      yield_max: placeholder('2.50'),
      flags: Object.fromEntries(STRUCTURE_FLAGS.map((flag) => [flag, true])),
      bitcoin_part: placeholder('100.00'),
      evidence: exampleEvidence(methodology, today),
    },
  ];
}
