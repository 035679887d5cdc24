// The words by which a column of a book is recognised, in English and in German.

import { fold } from '@rf-indicators/contract/fold';

export const FIELDS = [
  'id',
  'name',
  'lei',
  'isin',
  'ticker',
  'currency',
  'gross',
  'collateral',
  'net',
  'group',
  'maturity',
  'limit',
  'note',
  'tags',
] as const;
export type Field = (typeof FIELDS)[number];

/** Folded, and with Umlauts also as they are spelled without them. */
const WORDS: Record<Field, string> = {
  id: 'id, reference, reference id, ref, referenz, referenznummer, position id, position no, positionsnummer, trade id, deal id, contract, contract id, contract number, vertragsnummer, vertrag, kontraktnummer, account number, kontonummer',
  name: 'name, counterparty, counterparty name, kontrahent, kontrahentenname, name des kontrahenten, gegenpartei, name der gegenpartei, geschaftspartner, issuer, issuer name, emittent, provider, provider name, anbieter, institution, institut, bank, borrower, obligor, debtor, kreditnehmer, schuldner, entity, legal name, firma, unternehmen, gesellschaft, company',
  lei: 'lei, lei code, legal entity identifier',
  isin: 'isin, isin code',
  ticker: 'ticker, ticker symbol, symbol, kurzel, borsenkurzel',
  currency: 'currency, currency code, ccy, curr, wahrung, waehrung, wahrungscode, whg, iso currency',
  gross:
    'gross, gross exposure, gross amount, brutto, bruttobetrag, bruttoexposure, brutto exposure, bruttorisiko, exposure, amount, betrag, notional, nominal, nominal amount, nominalbetrag, nennwert, forderung, saldo, balance, market value, marktwert, kurswert, inanspruchnahme, outstanding, engagement, volumen',
  collateral: 'collateral, collateral value, collateral amount, sicherheit, sicherheiten, besicherung',
  net: 'net, net exposure, net amount, netto, nettobetrag, nettoexposure, netto exposure, nettorisiko, blankoanteil',
  group: 'group, group name, gruppe, konzern, kreditnehmereinheit, parent, risk group, desk',
  maturity:
    'maturity, maturity date, falligkeit, faelligkeit, falligkeitsdatum, fallig am, endfalligkeit, laufzeit, laufzeit bis, laufzeitende, expiry, expiry date, end date, due date, verfall',
  limit: 'limit, credit limit, limit amount, kreditlimit, linie, kreditlinie, obergrenze',
  note: 'note, notes, comment, comments, remark, remarks, bemerkung, bemerkungen, notiz, kommentar, anmerkung',
  tags: 'tags, tag, label, labels, schlagworte, stichworte',
};

/** Amounts of which the header does not say whether collateral is deducted. */
const UNCLEAR_AMOUNTS = new Set(
  'exposure, amount, betrag, notional, nominal, nominal amount, nominalbetrag, nennwert, forderung, saldo, balance, market value, marktwert, kurswert, inanspruchnahme, outstanding, engagement, volumen'.split(
    ', ',
  ),
);

const FIELD_OF = new Map(
  FIELDS.flatMap((field) => WORDS[field].split(', ').map((word): [string, Field] => [word, field])),
);

export interface ReadHeader {
  field: Field | null;
  /** "Exposure" alone: gross or net? */
  isUnclear: boolean;
  /** Of a header such as "Amount (EUR)". */
  currency: string | null;
}

export function readHeader(header: string): ReadHeader {
  const currency = /(?:^|[\s(/[_-])([A-Z]{3,5})(?=$|[\s)\]/_-])/.exec(header)?.[1] ?? null;
  for (const text of [header, currency === null ? header : header.replace(currency, ' ')]) {
    const words = fold(text)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const field = FIELD_OF.get(words);
    if (field === undefined) continue;
    return {
      field,
      isUnclear: UNCLEAR_AMOUNTS.has(words),
      currency: text === header || !isAmount(field) ? null : currency,
    };
  }
  return { field: null, isUnclear: false, currency: null };
}

export const AMOUNT_FIELDS = ['gross', 'collateral', 'net', 'limit'] as const;
export type AmountField = (typeof AMOUNT_FIELDS)[number];

export function isAmount(field: Field): field is AmountField {
  return (AMOUNT_FIELDS as readonly Field[]).includes(field);
}
