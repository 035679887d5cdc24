// Tables of providers: who is scored.

import { integer, table, text, time } from './define.ts';

export const PROVIDER_TABLES = {
  providers: table(
    {
      id: text().key(),
      slug: text().unique(),
      created_at: time(),
      retired_at: time().nullable(),
    },
    { chain: 'rows' },
  ),
  provider_slugs: table(
    {
      slug: text().key(),
      provider_id: text().references('providers.id'),
    },
    { chain: 'lists' },
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
    },
    { chain: 'lists', appendOnly: true },
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
      chain: 'lists',
      order: ['provider_id', 'currency', 'fact_id', 'recorded_at'],
      checks: ['(provider_id is null) <> (currency is null)'],
      indexes: { recorded_facts_by_provider: '(provider_id)' },
      appendOnly: true,
    },
  ),
} as const;
