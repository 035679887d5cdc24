import type { Static, TSchema } from 'typebox';
import { Type } from '../type.ts';
import {
  Band,
  CivilDate,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  OffsetInstant,
  Score,
  Uuid,
} from './common.ts';
import { nullable } from './forms.ts';
import { identifiersMember } from './identifiers.ts';

/** The list shows upcoming issuances only, not issued and withdrawn ones. */
export const IssuanceStatus = Type.Enum(['ANNOUNCED', 'PRICING'], {
  type: 'string',
  description: 'The status of the issuance.',
});
export type IssuanceStatus = Static<typeof IssuanceStatus>;

export const IssuanceType = Type.Enum(['preferred_share', 'bond'], {
  type: 'string',
  description: 'The kind of security that is issued.',
});
export type IssuanceType = Static<typeof IssuanceType>;

/** Members of an issuance in the list and in events, which allow different statuses. */
export function issuanceMembers<Status extends TSchema>(status: Status) {
  return {
    id: Uuid,
    issuer_name: Type.String(),
    provider_id: nullable(Uuid, {
      description: 'The provider that issues it; null if the issuer is not a provider of this service.',
    }),
    name: Type.String(),
    ticker: nullable(Type.String()),
    type: IssuanceType,
    status,
    currency: Type.String({ description: 'An ISO 4217 code, or BTC.' }),
    amount: nullable(Type.Number({ minimum: 0 }), { description: 'The amount in units of the currency.' }),
    coupon_rate: nullable(Type.Number({ minimum: 0 }), {
      description: 'The coupon rate in percent per year; for a preferred share, its stated dividend rate.',
    }),
    price: nullable(Type.Number({ minimum: 0 }), { description: 'The price as quoted by the issuer.' }),
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
    ...identifiersMember,
    final_score: nullable(Score, {
      description:
        'The current score of the issuer, not of the issued security; null if the issuer has none.',
    }),
    risk_band: nullable(Band, {
      description: 'The current band of the issuer, not of the issued security; null if the issuer has none.',
    }),
    scored_at: nullable(OffsetInstant, {
      description: 'When the issuer was scored; null if it has no score.',
    }),
    stale: nullable(Type.Boolean(), {
      description: 'Whether the indicator of the issuer is stale; null if it has none.',
    }),
  },
  { description: 'An upcoming issuance. Score and band are those of the issuer.' },
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
