// The kinds of identifiers, and what pages and messages call them. Pages load it, so it has no schemas.

/** In the order in which they are shown. */
export const IDENTIFIER_KINDS = ['lei', 'isin', 'ticker', 'address', 'domain'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export const IDENTIFIER_NAMES: Readonly<Record<IdentifierKind, string>> = {
  lei: 'LEI',
  isin: 'ISIN',
  ticker: 'Ticker',
  address: 'Contract address',
  domain: 'Domain',
};
