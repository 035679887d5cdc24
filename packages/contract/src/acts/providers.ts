// Providers, and the reference rates of the currencies that they pay in.

import { mapOf, nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, STAFF_ROLES } from './act.ts';
import { Done, EpochMs, Id, listOf, PageInput, pageOf, row, strict, text } from './forms.ts';
import { Contested, Documents } from './inputs.ts';

const recorders = { staff: ['analyst', 'operator'] } as const;
const WhichProvider = text('Id or slug of a provider.', 100);

const Provider = strict({
  id: Id,
  slug: Type.String(),
  version: Type.Integer({ description: 'Every change of the record creates a new version.' }),
  created_at: EpochMs,
  retired_at: nullable(EpochMs),
  name: Type.String(),
  aliases: Type.Array(Type.String(), { description: 'Other names, such as former ones.' }),
  provider_subtype: Type.String(),
  website: nullable(Type.String()),
  planner_type: nullable(Type.String(), { description: 'Null, like other facts, until one is approved.' }),
  yield_min: nullable(Type.String(), { description: 'Percent per year, with two decimals.' }),
  yield_max: nullable(Type.String()),
  payout_currency: nullable(Type.String(), { description: 'An ISO 4217 code, or BTC.' }),
  flags: mapOf(Type.Boolean(), { description: 'Structure flags; an absent one counts as true.' }),
  contested: Type.Array(Contested),
  standing: Type.Enum(['unpublished', 'published', 'stale', 'withdrawn'], { type: 'string' }),
  waiting_run: nullable(Id, {
    description: 'The run whose result for this provider waits for a second person; null if none does.',
  }),
});

const ProviderRow = row(
  'Members: id, slug, name, aliases, provider_subtype, website; and facts, which are proposed with the evidence of the ' +
    'row: planner_type, yield_min, yield_max, payout_currency, bitcoin_part, flags, evidence. ' +
    'A row for an existing provider updates it; absent members stay unchanged.',
);

export const providerActs = {
  'providers.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the providers, by slug.',
    input: strict({
      all: Type.Optional(Type.Boolean({ description: 'Also retired providers.' })),
      ...PageInput,
    }),
    answer: pageOf(Provider),
  }),
  'providers.import': act({
    kind: 'act',
    who: recorders,
    description:
      'Creates and updates providers from rows, and proposes their facts: either all rows or none.',
    input: strict({ rows: Type.Array(ProviderRow), documents: Documents }),
    answer: strict({
      created: Type.Array(Id, { description: 'Ids.' }),
      changed: Type.Array(Id),
      unchanged: Type.Integer(),
      batch_id: nullable(Id, { description: 'The batch of the proposed facts; null if none were proposed.' }),
      proposed: Type.Integer({ description: 'Number of proposed facts.' }),
    }),
    creates: true,
  }),
  'providers.rename': act({
    kind: 'act',
    who: recorders,
    description: 'Gives a provider a new name; the old one stays as an alias.',
    input: strict({ provider: WhichProvider, name: text('The new name.') }),
    answer: Done,
  }),
  'providers.change_slug': act({
    kind: 'act',
    who: recorders,
    description: 'Gives a provider a new slug; links with the old one keep working.',
    input: strict({ provider: WhichProvider, slug: text('The new slug.') }),
    answer: Done,
  }),
  'providers.retire': act({
    kind: 'act',
    who: recorders,
    description: 'Retires a provider: runs no longer score it, and nothing about it is deleted.',
    input: strict({ provider: WhichProvider }),
    answer: Done,
  }),
  'rates.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the reference rates that count now, by currency.',
    input: strict({}),
    answer: listOf(
      strict({
        currency: Type.String(),
        rate: Type.String({ description: 'Percent per year.' }),
        evidence_date: Type.String({ description: 'The day on which it was last checked.' }),
        grade: Type.String(),
        source: Type.String(),
      }),
    ),
  }),
};
