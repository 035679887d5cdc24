// Identifiers of providers and issuances that others issue: public facts by which a book of counterparties finds them.

import type { Static } from 'typebox';
import { IDENTIFIER_KINDS } from '../identifier-kinds.ts';
import { Type } from '../type.ts';

export const Identifier = Type.Object(
  {
    kind: Type.Enum([...IDENTIFIER_KINDS], {
      type: 'string',
      description:
        'lei: a Legal Entity Identifier (ISO 17442). isin: ISO 6166. ticker: a symbol, with the market code (ISO 10383) before a colon if it is known. address: a contract address with its chain (CAIP-10). domain: a host name. Kinds may be added.',
    }),
    value: Type.String({
      description:
        'In its normal form: LEI, ISIN and ticker in upper case, an address of an EVM chain and a domain in lower case, a domain in Punycode.',
    }),
  },
  { description: 'An identifier that others issued.' },
);
export type Identifier = Static<typeof Identifier>;

export const identifiersMember = {
  identifiers: Type.Array(Identifier, {
    description: 'Public identifiers, by kind and then by value. Often empty.',
  }),
};
