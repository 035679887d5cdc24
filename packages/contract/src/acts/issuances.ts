// Issuances of preferred shares and bonds.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import {
  givenInstant,
  Id,
  Instant,
  PageInput,
  pageOf,
  record,
  row,
  SearchText,
  strict,
  text,
} from './forms.ts';

const operator = { staff: ['operator'] } as const;
export const ISSUANCE_STATUSES = ['ANNOUNCED', 'PRICING', 'ISSUED', 'WITHDRAWN'] as const;
const Status = Type.Enum([...ISSUANCE_STATUSES], { type: 'string' });
const IssuanceType = Type.Enum(['preferred_share', 'bond'], { type: 'string' });
const WhichIssuance = text('Id of an issuance.', 100);
const DETAILS =
  'Members, all strings: issuer_name, name, type, currency, announced_on, pricing_on, settles_on, ticker, isin, amount, ' +
  'coupon_rate, price, provider_id, source_url.';

const Issuance = strict({
  id: Id,
  provider_id: nullable(Id),
  issuer_name: Type.String(),
  name: Type.String(),
  ticker: nullable(Type.String()),
  isin: nullable(Type.String()),
  type: IssuanceType,
  status: Status,
  currency: Type.String(),
  amount: nullable(Type.String()),
  coupon_rate: nullable(Type.String()),
  price: nullable(Type.String()),
  announced_on: Type.String(),
  pricing_on: nullable(Type.String()),
  settles_on: nullable(Type.String()),
  source_url: nullable(Type.String()),
  updated_at: Instant,
});

const ISSUANCE_LINE = '{id}  {status|pad 9}  {announced_on}  {type|pad 15}  {issuer_name}: {name}';

export const issuanceRecords = {
  'issuance.add': {
    topics: ['published', 'events'],
    sentence: 'Added the issuance {after.name ?? name}',
    news: '{count|count issuance} added',
  },
  'issuance.update': {
    topics: ['published', 'events'],
    sentence: 'Changed the issuance {after.name ?? name}',
    news: '{count|count issuance} changed',
  },
  'issuance.status': {
    topics: ['published', 'events'],
    sentence: 'Moved an issuance[ to {after.status|lower}]',
    news: '{count|count issuance} moved on',
  },
} satisfies AuditTable;

export const issuanceActs = {
  'issuances.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists issuances, latest announcement first.',
    input: strict({
      statuses: Type.Optional(Type.Array(Status, { description: 'All if absent or empty.' })),
      type: Type.Optional(IssuanceType),
      provider: Type.Optional(text('Only those of this provider (id or slug).', 100)),
      text: SearchText('the issuer, the name, the ticker or the ISIN'),
      ...PageInput,
    }),
    answer: pageOf(Issuance),
    command: 'issuances list',
  }),
  'issuances.add': act({
    kind: 'act',
    publishes: true,
    who: operator,
    description: 'Adds an issuance with the status ANNOUNCED.',
    input: strict({ issuance: record(DETAILS) }),
    answer: strict({ id: Id }),
    creates: true,
    command: 'issuances add',
    audit: ['issuance.add'],
  }),
  'issuances.import': act({
    kind: 'act',
    publishes: true,
    who: operator,
    description: 'Adds issuances from rows: either all of them or none.',
    input: strict({ rows: Type.Array(row(DETAILS)) }),
    answer: strict({ ids: Type.Array(Id, { description: 'In the order of the rows.' }) }),
    creates: true,
    command: {
      name: 'issuances import',
      description: 'Add the issuances in a JSON or CSV file, all or none.',
      arguments: ['rows'],
      options: {
        rows: {
          flag: 'file',
          help: 'file whose members are the options of add; - reads JSON from standard input',
          reads: 'rows',
        },
      },
      prints: 'added [{ids|count issuance}][{unless ids}0 issuances]',
    },
    audit: ['issuance.add'],
  }),
  'issuances.update': act({
    kind: 'act',
    publishes: true,
    who: operator,
    description: 'Changes details of an issuance that is ANNOUNCED or PRICING.',
    input: strict({
      id: WhichIssuance,
      changes: record(`${DETAILS} Null removes an optional detail; whatever is absent stays as it is.`),
      seen: Type.Optional(
        givenInstant('updated_at of what the caller saw: refused if somebody changed it since.'),
      ),
    }),
    answer: Issuance,
    command: 'issuances update',
    audit: ['issuance.update'],
  }),
  'issuances.change_status': act({
    kind: 'act',
    publishes: true,
    who: operator,
    description: 'Moves an issuance to its next status.',
    input: strict({ id: WhichIssuance, status: Status }),
    answer: Issuance,
    command: {
      name: 'issuances status',
      description: 'Change the status: ANNOUNCED to PRICING to ISSUED, or WITHDRAWN from the first two.',
      arguments: ['id', 'status'],
      prints: ISSUANCE_LINE,
    },
    audit: ['issuance.status'],
  }),
};
