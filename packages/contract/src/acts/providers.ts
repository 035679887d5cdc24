// Providers, and the reference rates of the currencies that they pay in.

import { Type } from 'typebox';
import { PlannerType } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { act, STAFF_ROLES } from './act.ts';
import { Done, EpochMs, Id, listOf, row, strict, text } from './forms.ts';

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
  planner_type: PlannerType,
  provider_subtype: Type.String(),
  yield_min: Type.String({ description: 'Percent per year, with two decimals.' }),
  yield_max: Type.String(),
  payout_currency: Type.String({ description: 'An ISO 4217 code, or BTC.' }),
  website: nullable(Type.String()),
  flags: strict({
    redeemable: Type.Boolean(),
    lends: Type.Boolean(),
    onchain: Type.Boolean(),
    fixed_obligations: Type.Boolean(),
    bitcoin_backed: Type.Boolean(),
  }),
});

const ProviderRow = row(
  'Members: id, slug, name, aliases, planner_type, provider_subtype, yield_min, yield_max, payout_currency, website, flags. ' +
    'A row for an existing provider updates it; absent members stay unchanged.',
);

export const providerActs = {
  'providers.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the providers.',
    input: strict({ all: Type.Optional(Type.Boolean({ description: 'Also retired providers.' })) }),
    answer: listOf(Provider),
  }),
  'providers.import': act({
    kind: 'act',
    who: recorders,
    description: 'Creates and updates providers from rows: either all of them or none.',
    input: strict({ rows: Type.Array(ProviderRow) }),
    answer: strict({
      created: Type.Array(Id, { description: 'Ids.' }),
      changed: Type.Array(Id),
      unchanged: Type.Integer(),
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
  'providers.set_reference_rate': act({
    kind: 'act',
    who: recorders,
    description: 'Records the reference rate of a currency, effective from a given day.',
    input: strict({
      currency: text('ISO 4217 code.', 20),
      rate: text('Percent per year, such as 3.75.', 20),
      effective_on: text('The day on which it took effect, such as 2026-04-01.', 20),
      source: text('Who published it, and where.', 2000),
    }),
    answer: Done,
  }),
};
