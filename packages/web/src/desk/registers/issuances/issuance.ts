// An issuance, as the register has it, and its words.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { StateKind } from '../../../ui/state.tsx';

export type Issuance = AnswerOf<'issuances.list'>['data'][number];
export type IssuanceStatus = Issuance['status'];

export const STATUSES: Readonly<
  Record<IssuanceStatus, { word: string; kind: StateKind; next: IssuanceStatus[] }>
> = {
  ANNOUNCED: { word: 'announced', kind: 'waiting', next: ['PRICING', 'WITHDRAWN'] },
  PRICING: { word: 'pricing', kind: 'waiting', next: ['ISSUED', 'WITHDRAWN'] },
  ISSUED: { word: 'issued', kind: 'good', next: [] },
  WITHDRAWN: { word: 'withdrawn', kind: 'off', next: [] },
};

export const TYPES: Readonly<Record<Issuance['type'], string>> = {
  preferred_share: 'preferred share',
  bond: 'bond',
};

/** "USD 500,000,000.00" as it was entered, with groups of three. */
export function amountOf({ currency, amount }: Issuance): string | null {
  if (amount === null) return null;
  const [whole, cents] = amount.split('.');
  const grouped = whole!.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${currency} ${cents === undefined ? grouped : `${grouped}.${cents}`}`;
}
