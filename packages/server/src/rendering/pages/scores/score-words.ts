// Words of the Scores page.

import type { PlannerType } from '@rf-indicators/contract';
import { bandInWords } from '../../wire/one-line-texts.ts';
import { lazily } from '../lazily.ts';
import { listInWords } from '../page-words.ts';
import type { Order, ScoresQuery } from './query.ts';

export const TYPE_WORDS: Readonly<Record<PlannerType, string>> = {
  btc: 'bitcoin',
  fiat: 'fiat',
  stablecoin: 'stablecoin',
};

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
    ...(type === null ? [] : [`type ${TYPE_WORDS[type]}`]),
    ...(band === null ? [] : [`band ${bandInWords(band)}`]),
  ];
  return listInWords(parts);
}

const yields = lazily(
  () => new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
);

/** "3.30 – 3.55", or one figure if both are the same; null for a provider that pays no yield. */
export function yieldInWords(min: number, max: number): string | null {
  if (min === 0 && max === 0) return null;
  const words = (value: number) => yields().format(value).replace('-', '−');
  return min === max ? words(min) : `${words(min)} – ${words(max)}`;
}
