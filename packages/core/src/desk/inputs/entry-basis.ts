// What a browser needs to score typed rows before they are proposed: for each provider the approved rows that a run would
// read now. The browser puts them together with the code that runs use.

import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import type { ApprovedRow } from '../facts/assemble-facts.ts';
import { approvedRates, recordsAsOf } from '../facts/facts.ts';
import { findProviders, type Provider } from '../providers/providers.ts';
import { payingIn } from './proposal-effects.ts';

/** An approved row without who proposed and approved it. */
export type BasisRow = Omit<ApprovedRow, 'provider_id' | 'evidence_id' | 'proposed_by' | 'decided_by'>;

export interface BasisProvider {
  id: string;
  slug: string;
  name: string;
  retired: boolean;
  rows: BasisRow[];
  /** Values from before facts needed evidence. */
  recorded: Record<string, string>;
}

export interface Basis {
  as_of: number;
  scoring_date: string;
  /** When an approval that is made now would be recorded. */
  decided_at: number;
  providers: BasisProvider[];
  rates: BasisRow[];
  /** By the text that was asked for: the slug. */
  found: Record<string, string>;
  /** How many providers have ever paid in each currency. Of these, the first are among the providers. */
  paying: Record<string, number>;
}

const MOST_PAYING = 20;

export async function entryBasis(
  context: Context,
  wanted: readonly string[],
  currencies: readonly string[],
): Promise<Basis> {
  const { db } = context.store;
  const as_of = context.clock();
  const decided_at = await instantAfterRuns(db, as_of);
  const found = await findByText(db, wanted);
  const paying: Record<string, number> = {};
  const ids = new Set([...found.values()].map(({ id }) => id));
  for (const currency of new Set(currencies)) {
    const own = await payingIn(db, [currency]);
    paying[currency] = own.length;
    for (const id of own.slice(0, MOST_PAYING)) ids.add(id);
  }
  const known = await findProviders(db, [...ids]);
  const providers: BasisProvider[] = [];
  for (const portion of inPortions([...known.values()])) {
    const records = await recordsAsOf(
      db,
      portion.map(({ id }) => id),
      as_of,
      decided_at,
    );
    for (const { id, slug, name, retired_at } of portion) {
      const { rows, recorded } = records.get(id)!;
      const retired = retired_at !== null;
      providers.push({
        id,
        slug,
        name,
        retired,
        rows: rows.map(basisRow),
        recorded: Object.fromEntries(recorded),
      });
    }
  }
  const rates = (await approvedRates(db, as_of, decided_at)).map(basisRow);
  const slugs = [...found].map(([text, { slug }]) => [text, slug]);
  const scoring_date = civilDate(as_of);
  return { as_of, scoring_date, decided_at, providers, rates, found: Object.fromEntries(slugs), paying };
}

function basisRow(row: ApprovedRow): BasisRow {
  const { proposal_id, currency, input_id, value, renewal, facts, evidence_date, grade, sha256, decided_at } =
    row;
  return { proposal_id, currency, input_id, value, renewal, facts, evidence_date, grade, sha256, decided_at };
}

/** Spreadsheets have names, so a provider is also found by its exact name. */
async function findByText(db: Queries, texts: readonly string[]): Promise<Map<string, Provider>> {
  const found = await findProviders(db, texts);
  const others = texts.filter((text) => !found.has(text));
  if (others.length === 0) return found;
  const lower = [...new Set(others.map((text) => text.toLowerCase()))];
  const named = await db
    .selectFrom('provider_versions')
    .select(['provider_id', 'name'])
    .where(({ fn, eb }) => eb(fn<string>('lower', ['name']), 'in', lower))
    .execute();
  const providers = await findProviders(
    db,
    named.map(({ provider_id }) => provider_id),
  );
  const byName = new Map([...providers.values()].map((provider) => [provider.name.toLowerCase(), provider]));
  for (const text of others) {
    const provider = byName.get(text.toLowerCase());
    if (provider !== undefined) found.set(text, provider);
  }
  return found;
}

export interface NamedProvider {
  slug: string;
  name: string;
}

const MOST_SUGGESTED = 200;

/** Providers with this text in their name or slug; those that begin with it first. */
export async function suggestProviders(db: Queries, text: string): Promise<NamedProvider[]> {
  const part = text.trim().toLowerCase().replaceAll(/[!%_]/g, '!$&');
  const name = sql<string>`lower(provider_versions.name)`;
  return db
    .selectFrom('providers')
    .innerJoin('provider_versions', 'provider_versions.provider_id', 'providers.id')
    .select(['providers.slug', 'provider_versions.name'])
    .where('providers.retired_at', 'is', null)
    .where(
      'provider_versions.version',
      '=',
      sql<number>`(select max(v.version) from provider_versions v where v.provider_id = providers.id)`,
    )
    .where(
      sql<SqlBool>`(${name} like ${`%${part}%`} escape '!' or providers.slug like ${`%${part}%`} escape '!')`,
    )
    .orderBy(sql`case when ${name} like ${`${part}%`} escape '!' then 0 else 1 end`)
    .orderBy(name)
    .limit(MOST_SUGGESTED)
    .execute();
}
