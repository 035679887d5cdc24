import { type Static, type TSchema, Type } from 'typebox';
import { Band, CivilDate, Instant, LimitationsDisclosure, NextCursor, Score, Uuid } from './common.ts';
import { nullable } from './forms.ts';

/** The listing shows what is still to come; issued and withdrawn ones are not in it. */
export const IssuanceStatus = Type.Enum(['ANNOUNCED', 'PRICING'], {
  type: 'string',
  description: 'How far the issuance has come.',
});
export type IssuanceStatus = Static<typeof IssuanceStatus>;

export const IssuanceType = Type.Enum(['preferred_share', 'bond'], {
  type: 'string',
  description: 'What is issued.',
});
export type IssuanceType = Static<typeof IssuanceType>;

/** Of an issuance, wherever it is told; which states it can be in differs from place to place. */
export function issuanceMembers<Status extends TSchema>(status: Status) {
  return {
    id: Uuid,
    issuer_name: Type.String(),
    provider_id: nullable(Uuid, { description: 'The issuer, if it is a provider here.' }),
    name: Type.String(),
    ticker: nullable(Type.String()),
    type: IssuanceType,
    status,
    currency: Type.String({ description: 'An ISO 4217 code, or BTC.' }),
    amount: nullable(Type.Number({ minimum: 0 }), { description: 'In units of the currency.' }),
    coupon_rate: nullable(Type.Number({ minimum: 0 }), { description: 'In percent a year.' }),
    price: nullable(Type.Number({ minimum: 0 }), { description: 'As quoted by the issuer.' }),
    announced_on: CivilDate,
    pricing_on: nullable(CivilDate),
    settles_on: nullable(CivilDate),
    source_url: nullable(Type.String({ format: 'uri' })),
    updated_at: Instant,
  };
}

export const Issuance = Type.Object(
  {
    ...issuanceMembers(IssuanceStatus),
    final_score: nullable(Score, { description: "The provider's score now; null if there is none." }),
    risk_band: nullable(Band, { description: "The provider's band now; null if there is none." }),
  },
  { description: 'An upcoming issuance.' },
);
export type Issuance = Static<typeof Issuance>;

export const IssuanceList = Type.Object(
  {
    data: Type.Array(Issuance),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'IssuanceList', description: 'Upcoming issuances. Members may be added.' },
);
export type IssuanceList = Static<typeof IssuanceList>;
