// Imports a file of providers in one transaction: records are created and updated, and facts that are new or differ
// from those on record are proposed with the evidence of their row.

import { isDeepStrictEqual } from 'node:util';
import type { Methodology, VerifierKey } from '@rf-indicators/engine';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import type { RefusalDetail } from '../../context/refusal.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { type RowReader, rowReader } from '../import/row-reader.ts';
import { placeOf, type Row, refuse } from '../import/rows.ts';
import { identifierKey, takenSentence } from '../providers/identifiers.ts';
import { isProviderId, isSlug, readProviderRecord, slugOf } from '../providers/provider-record.ts';
import { listProviders, type Provider } from '../providers/providers.ts';
import { publiclyNamed } from '../providers/public-names.ts';
import { writeVersions } from './change-provider.ts';
import { type FactRows, proposeFacts, readFactRows } from './provider-facts.ts';

export interface ImportedProviders {
  /** Ids of providers. */
  created: string[];
  changed: string[];
  /** Providers whose record did not change; some of their facts may have been proposed. */
  unchanged: number;
  /** The batch of the proposed facts; null if none were proposed. */
  batch_id: string | null;
  proposed: number;
}

/**
 * Matches each row by its id, else its slug, else the slug derived from its name. Unchanged rows write nothing. Facts
 * are checked with the framework in effect, unless another one is given.
 */
export async function importProviders(
  context: Context,
  person: Actor,
  rows: readonly Row[],
  framework: Methodology | null = null,
  pinned: VerifierKey | null = null,
): Promise<ImportedProviders> {
  return actAs(context, person, 'providers.import', async (writes, actor) => {
    const known = await knownProviders(writes);
    const problems: RefusalDetail[] = [];
    const created: Provider[] = [];
    const changed: Provider[] = [];
    const facts: FactRows[] = [];
    const places = new Map<string, string>();
    for (const row of rows) {
      const reader = rowReader(row, problems);
      const given = readFactRows(reader, row);
      const provider = readRow(context, reader, known);
      if (provider === null) continue;
      if (given !== null) facts.push({ ...given, providerId: provider.id });
      const existing = known.byKey.get(provider.id);
      if (existing === undefined) created.push(provider);
      else if (provider.version > existing.version) {
        changed.push(provider);
        places.set(provider.id, row.place);
      }
    }
    await refusePublicNames(writes, changed, places, problems, pinned);
    refuse(problems);
    await insertAll(
      writes,
      'providers',
      created.map(({ id, slug, created_at, retired_at }) => ({ id, slug, created_at, retired_at })),
    );
    await writeVersions(context, writes, actor, [...created, ...changed]);
    const proposed = await proposeFacts(context, writes, actor, facts, framework);
    const imported = {
      created: created.map(({ id }) => id),
      changed: changed.map(({ id }) => id),
      unchanged: rows.length - created.length - changed.length,
    };
    // The old and new values are in the provider's versions, with the same person and time.
    if (imported.unchanged < rows.length) {
      await recordAct(context, writes, actor, 'providers.imported', 'providers', null, imported);
    }
    return { ...imported, batch_id: proposed?.batchId ?? null, proposed: proposed?.proposalIds.length ?? 0 };
  });
}

/** What the public calls a provider takes two people and a reason, which a file of rows does not have. */
async function refusePublicNames(
  writes: Writes,
  changed: readonly Provider[],
  places: ReadonlyMap<string, string>,
  problems: RefusalDetail[],
  pinned: VerifierKey | null,
): Promise<void> {
  if (changed.length === 0) return;
  const named = await publiclyNamed(
    writes,
    changed.map(({ id }) => id),
    pinned,
  );
  for (const { id, slug } of changed) {
    if (!named.has(id)) continue;
    problems.push({
      place: placeOf(places.get(id)!, 'name'),
      code: 'takes_two_people',
      message:
        `${slug} is published, so its name, website, subtype, other names and identifiers take two people: ` +
        'rf providers rename, rf providers describe',
    });
  }
}

interface KnownProviders {
  /** By id, slug and former slug. */
  byKey: Map<string, Provider>;
  names: Map<string, Provider>;
  /** Who has which identifier, with the rows of this file that were read. */
  holders: Map<string, Provider>;
  /** The place of the row for each slug in this file. */
  rows: Map<string, string>;
}

async function knownProviders(writes: Writes): Promise<KnownProviders> {
  const providers = await listProviders(writes, { retired: true });
  const byKey = new Map(providers.map((provider) => [provider.id, provider]));
  for (const { slug, provider_id } of await writes.selectFrom('provider_slugs').selectAll().execute()) {
    byKey.set(slug, byKey.get(provider_id)!);
  }
  for (const provider of providers) byKey.set(provider.slug, provider);
  const names = new Map(providers.map((provider) => [provider.name.toLowerCase(), provider]));
  const holders = new Map(
    providers.flatMap((provider) =>
      provider.identifiers.map((identifier) => [identifierKey(identifier), provider]),
    ),
  );
  return { byKey, names, holders, rows: new Map() };
}

/** The provider as it will be, with its present version if it is unchanged; null if the row has problems. */
function readRow(context: Context, row: RowReader, known: KnownProviders): Provider | null {
  const id = readKey(row, 'id', isProviderId, 'a UUID in lower case');
  const slug = readKey(row, 'slug', isSlug, 'a slug: lower-case letters, digits and single hyphens');
  const name = row.text('name');
  const key = id ?? slug ?? slugOf(name ?? '');
  const existing = known.byKey.get(key) ?? null;
  const ownSlug = existing?.slug ?? slug ?? slugOf(name ?? '');
  const record = readProviderRecord(row, existing);
  row.finish();
  if (existing !== null) checkUpdate(row, existing, slug, known);
  else if (name !== null) checkNew(row, ownSlug, id === null && slug === null ? name : null, known);

  const elsewhere = known.rows.get(ownSlug);
  if (elsewhere !== undefined) row.addProblem('slug', 'duplicate_row', `${elsewhere} also has ${ownSlug}`);
  else if (ownSlug !== '') known.rows.set(ownSlug, row.place);
  if (record === null) return null;
  const provider = {
    ...record,
    id: existing?.id ?? id ?? context.newId(),
    slug: ownSlug,
    version: (existing?.version ?? 0) + 1,
    created_at: existing?.created_at ?? context.clock(),
    retired_at: null,
  };
  checkIdentifiers(row, provider, existing, known);
  const stays = existing !== null && isDeepStrictEqual({ ...provider, version: existing.version }, existing);
  return stays ? existing : provider;
}

/** An identifier that this row removes is free for the rows after it. */
function checkIdentifiers(
  row: RowReader,
  provider: Provider,
  existing: Provider | null,
  { holders }: KnownProviders,
): void {
  for (const identifier of existing?.identifiers ?? []) holders.delete(identifierKey(identifier));
  for (const identifier of provider.identifiers) {
    const holder = holders.get(identifierKey(identifier));
    if (holder === undefined) holders.set(identifierKey(identifier), provider);
    else row.addProblem('identifiers', 'identifier_taken', takenSentence(identifier, holder));
  }
}

function readKey(
  row: RowReader,
  member: string,
  isOne: (text: string) => boolean,
  what: string,
): string | null {
  const given = row.text(member);
  if (given === null || isOne(given)) return given;
  row.addProblem(member, `not_${member}`, `"${given}" is not ${what}`);
  return null;
}

function checkUpdate(row: RowReader, existing: Provider, slug: string | null, known: KnownProviders): void {
  if (existing.retired_at !== null) row.addProblem('slug', 'retired', `${existing.name} is retired`);
  if (slug !== null && known.byKey.get(slug) !== existing) {
    row.addProblem(
      'slug',
      'slug_differs',
      `the slug of this provider is ${existing.slug}; change it with rf providers slug`,
    );
  }
}

/** `bareName` is the name of a row that has neither an id nor a slug. */
function checkNew(row: RowReader, slug: string, bareName: string | null, known: KnownProviders): void {
  const namesake = bareName === null ? undefined : known.names.get(bareName.toLowerCase());
  if (namesake) {
    row.addProblem(
      'name',
      'ambiguous',
      `${namesake.slug} already has this name; add that slug to update it, or another slug for a new provider`,
    );
  } else if (!isSlug(slug)) {
    row.addProblem('slug', 'missing', 'is missing, and none can be derived from the name');
  } else if (known.byKey.has(slug)) {
    row.addProblem('slug', 'slug_taken', `${slug} is or was a slug of ${known.byKey.get(slug)!.name}`);
  }
}
