// A provider as the desk lists it: its record, the facts that count, where it stands and what is open about it.

import { mapOf, nullable } from '../schemas/forms.ts';
import { Identifier } from '../schemas/identifiers.ts';
import { Type } from '../type.ts';
import { Id, Instant, strict } from './forms.ts';
import { Contested } from './inputs.ts';

export const ProviderStanding = Type.Enum(['unpublished', 'published', 'stale', 'withdrawn'], {
  type: 'string',
  description: 'Whether an indicator is published, and is not stale.',
});

const NextDue = strict({
  input: Type.String(),
  is_gate: Type.Boolean(),
  loses_from: Type.String({ description: 'The first day on which it loses points.' }),
  days_left: Type.Integer({ description: 'Days until then; negative once it has.' }),
});

export const ListedProvider = strict({
  id: Id,
  slug: Type.String(),
  version: Type.Integer({ description: 'Every change of the record creates a new version.' }),
  created_at: Instant,
  retired_at: nullable(Instant),
  name: Type.String(),
  aliases: Type.Array(Type.String(), { description: 'Other names, such as former ones.' }),
  provider_subtype: Type.String(),
  website: nullable(Type.String()),
  identifiers: Type.Array(
    strict({ ...Identifier.properties, source: Type.String({ description: 'An https address.' }) }),
    { description: 'Identifiers that others issued, such as an LEI, each with the page that says so.' },
  ),
  planner_type: nullable(Type.String(), { description: 'Null, like other facts, until one is approved.' }),
  yield_min: nullable(Type.String(), { description: 'Percent per year, with two decimals.' }),
  yield_max: nullable(Type.String()),
  payout_currency: nullable(Type.String(), { description: 'An ISO 4217 code, or BTC.' }),
  flags: mapOf(Type.Boolean(), { description: 'Structure flags; an absent one counts as true.' }),
  contested: Type.Array(Contested),
  standing: ProviderStanding,
  score: nullable(Type.Integer(), { description: 'Of the published indicator, in hundredths.' }),
  band: nullable(Type.String()),
  next_due: nullable(NextDue, {
    description: 'The input that loses points first; null if none is recorded.',
  }),
  open_proposals: Type.Integer({ description: 'Proposals that nobody has decided on.' }),
  assignees: Type.Array(Type.String(), { description: 'Names of those who look after inputs of it.' }),
  waiting_run: nullable(Id, {
    description: 'The run whose result for this provider waits for a second person; null if none does.',
  }),
  waiting_withdrawal: nullable(Id, {
    description:
      'The request to withdraw its indicator that waits for a second person; null if there is none.',
  }),
});
