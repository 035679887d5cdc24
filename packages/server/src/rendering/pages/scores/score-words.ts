// Words of the Scores page.

import { typeName } from '@rf-indicators/web/charts/type-names';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { listInWords } from '../page-words.ts';
import type { Order, ScoresQuery } from './query.ts';

export const ORDER_WORDS: Readonly<Record<Order, string>> = {
  safest: 'Safest first',
  riskiest: 'Riskiest first',
  name: 'By name',
  newest: 'Scored last',
};

/** 'name "tarn", type bitcoin and band Low risk'. */
export function filterInWords({ name, type, band }: ScoresQuery): string {
  const parts = [
    ...(name === '' ? [] : [`name “${name}”`]),
    ...(type === null ? [] : [`type ${typeName(type)}`]),
    ...(band === null ? [] : [`band ${bandInWords(band)}`]),
  ];
  return listInWords(parts);
}
