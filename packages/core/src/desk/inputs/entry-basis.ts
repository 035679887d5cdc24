// What a browser needs to score typed rows before they are proposed: for each provider the approved rows that a run would
// read now. The browser puts them together with the code that runs use.

import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import type { ApprovedRow } from '../facts/assemble-facts.ts';
import { approvedRates, recordsAsOf, rowsIfApproved } from '../facts/facts.ts';
import { findByName } from '../providers/known-names.ts';
import { findProviders, type Provider } from '../providers/providers.ts';

/** An approved row without who proposed and approved it. */
export type BasisRow = Omit<
  ApprovedRow,
  'provider_id' | 'evidence_id' | 'proposed_by' | 'decided_by' | 'placeholder'
> & { placeholder: number };

export interface BasisProvider {
  id: string;
  slug: string;
  name: string;
  retired: boolean;
  rows: BasisRow[];
  /** Proposals of the reader that await a decision. */
  waiting: BasisRow[];
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
  waiting_rates: BasisRow[];
  /** By the text that was asked for: the slug. */
  found: Record<string, string>;
  /** How many providers pay in each currency, by the due board. Of these, the first are among the providers. */
  paying: Record<string, number>;
}

const MOST_PAYING = 20;
/** Providers with the same name. */
const MOST_NAMESAKES = 20;

export async function entryBasis(
  context: Context,
  wanted: readonly string[],
  currencies: readonly string[],
  reader: string,
): Promise<Basis> {
  const { db } = context.store;
  const as_of = context.clock();
  const decided_at = await instantAfterRuns(db, as_of);
  const found = await findByText(db, wanted);
  const paying: Record<string, number> = {};
  const ids = new Set([...found.values()].map(({ id }) => id));
  for (const currency of new Set(currencies)) {
    const own = db.selectFrom('due_providers').where('payout_currency', '=', currency);
    const { count } = await own.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
    paying[currency] = Number(count);
    const first = await own.select('provider_id').orderBy('provider_id').limit(MOST_PAYING).execute();
    for (const { provider_id } of first) ids.add(provider_id);
  }
  const known = await findProviders(db, [...ids]);
  const providers: BasisProvider[] = [];
  const waiting = Map.groupBy(
    await rowsIfApproved(db, await openProposalsOf(db, reader), as_of),
    ({ provider_id }) => provider_id,
  );
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
        waiting: (waiting.get(id) ?? []).map(basisRow),
        recorded: Object.fromEntries(recorded),
      });
    }
  }
  const rates = (await approvedRates(db, as_of, decided_at)).map(basisRow);
  const slugs = [...found].map(([text, { slug }]) => [text, slug]);
  const scoring_date = civilDate(as_of);
  return {
    ...{ as_of, scoring_date, decided_at, providers, rates },
    waiting_rates: (waiting.get(null) ?? []).map(basisRow),
    ...{ found: Object.fromEntries(slugs), paying },
  };
}

async function openProposalsOf(db: Queries, staffId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('open_proposals')
    .innerJoin('proposals', 'proposals.id', 'open_proposals.proposal_id')
    .select('proposals.id')
    .where('proposals.proposed_by', '=', staffId)
    .orderBy('proposals.id')
    .execute();
  return rows.map(({ id }) => id);
}

function basisRow(row: ApprovedRow): BasisRow {
  const { proposal_id, currency, input_id, value, renewal, facts } = row;
  const { evidence_date, grade, sha256, decided_at, placeholder = 0 } = row;
  return {
    ...{ proposal_id, currency, input_id, value, renewal, facts },
    ...{ evidence_date, grade, sha256, decided_at, placeholder: Number(placeholder) },
  };
}

/** Spreadsheets have names, so a provider is also found by its exact name, in any case. */
async function findByText(db: Queries, texts: readonly string[]): Promise<Map<string, Provider>> {
  const found = await findProviders(db, texts);
  for (const text of texts) {
    if (found.has(text)) continue;
    // The exact ones come first.
    const ids = (await findByName(db, text)).slice(0, MOST_NAMESAKES).map(({ id }) => id);
    const candidates = await findProviders(db, ids);
    const provider = [...candidates.values()].find(({ name }) => name.toLowerCase() === text.toLowerCase());
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
  const ids = (await findByName(db, text)).map(({ id }) => id);
  const suggested: NamedProvider[] = [];
  for (const portion of inPortions(ids, MOST_SUGGESTED)) {
    const providers = await findProviders(db, portion);
    for (const id of portion) {
      const provider = providers.get(id);
      if (provider === undefined || provider.retired_at !== null) continue;
      suggested.push({ slug: provider.slug, name: provider.name });
      if (suggested.length === MOST_SUGGESTED) return suggested;
    }
  }
  return suggested;
}
