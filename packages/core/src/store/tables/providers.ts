// Tables of providers: who is scored.

import { bigint, integer, oneOf, table, text, time } from './define.ts';
import { FREE_TEXT, SMALL } from './reasons.ts';

export const PROVIDER_TABLES = {
  providers: table(
    {
      id: text().key(),
      slug: text().unique(),
      created_at: time(),
      retired_at: time().nullable(),
    },
    { chain: 'rows', indexes: { providers_retired: '(retired_at) where retired_at is not null' } },
  ),
  provider_slugs: table(
    {
      slug: text().key(),
      provider_id: text().references('providers.id'),
    },
    { chain: 'lists', indexes: { provider_slugs_by_provider: '(provider_id)' } },
  ),
  provider_versions: table(
    {
      provider_id: text().key().references('providers.id'),
      version: integer().key(),
      recorded_at: time(),
      recorded_by: text().references('staff.id'),
      name: text(),
      /** JSON array of other names. */
      aliases: text(),
      subtype: text(),
      website: text().nullable(),
      /** JSON array of kind, value and source; null if there are none. */
      identifiers: text().nullable(),
    },
    {
      chain: 'lists',
      indexes: {
        provider_versions_identified: '(provider_id, version) where identifiers is not null',
      },
      appendOnly: true,
    },
  ),
  /** What the public calls a provider, from its first indicator on: each row is a state of it, which the log covers. */
  provider_namings: table(
    {
      seq: bigint().key(),
      provider_id: text().references('providers.id'),
      named_at: time(),
      name: text(),
      slug: text(),
      /** JSON array of other names. */
      aliases: text(),
      subtype: text(),
      website: text().nullable(),
      /** As in provider_versions. */
      identifiers: text().nullable(),
      /** Public; null for the names under which the first indicator was published. */
      reason: text().nullable().kept(FREE_TEXT),
      /** Who requested the change, or published the indicator: a member of staff, or the service. */
      named_by: text(),
      /** null for the names under which the first indicator was published: its draft was approved. */
      approved_by: text().nullable().references('staff.id'),
    },
    {
      chain: 'lists',
      checks: ['approved_by is null or approved_by <> named_by', '(reason is null) = (approved_by is null)'],
      indexes: { provider_namings_by_provider: '(provider_id, seq)' },
      appendOnly: true,
    },
  ),
  /** Providers whose packages anyone may read, because two people decided so; the newest row of a provider counts. */
  specimens: table(
    {
      seq: bigint().key(),
      provider_id: text().references('providers.id'),
      state: oneOf('named', 'ended'),
      since: time(),
      request_id: text().references('requests.id'),
    },
    { staysSmall: SMALL.typed, chain: 'rows', authority: true, appendOnly: true },
  ),
  /** Facts from before facts needed evidence. An approved proposal replaces them; nothing is added. */
  recorded_facts: table(
    {
      provider_id: text().nullable().references('providers.id'),
      /** For a reference rate, instead of a provider. */
      currency: text().nullable(),
      fact_id: text(),
      value: text(),
      recorded_at: time(),
    },
    {
      staysSmall: SMALL.closed,
      chain: 'lists',
      order: ['provider_id', 'currency', 'fact_id', 'recorded_at'],
      checks: ['(provider_id is null) <> (currency is null)'],
      indexes: { recorded_facts_by_provider: '(provider_id)' },
      appendOnly: true,
    },
  ),
} as const;
