// A file of providers: created and updated, the whole file or nothing of it.

import { isDeepStrictEqual } from 'node:util';
import { type Actor, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import type { RefusalDetail } from '../../context/refusal.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { type Row, refuse } from '../import/file.ts';
import { type RowReader, rowReader } from '../import/row-reader.ts';
import { isProviderId, isSlug, readProviderRecord, slugOf } from './provider-record.ts';
import { listProviders, type Provider, writeVersions } from './providers.ts';

export interface ImportedProviders {
  /** Ids. */
  created: string[];
  changed: string[];
  unchanged: number;
}

/** Rows are matched by id, else by slug, else by the slug that the name gives. Unchanged ones leave no trace. */
export async function importProviders(
  context: Context,
  actor: Actor,
  rows: readonly Row[],
): Promise<ImportedProviders> {
  requireMay(actor, 'providers.import');
  return context.store.transaction(async (writes) => {
    const known = await knownProviders(writes);
    const faults: RefusalDetail[] = [];
    const created: Provider[] = [];
    const changed: Provider[] = [];
    for (const row of rows) {
      const provider = readRow(context, rowReader(row, faults), known);
      if (provider?.version === 1) created.push(provider);
      else if (provider) changed.push(provider);
    }
    refuse(faults);
    await insertAll(
      writes,
      'providers',
      created.map(({ id, slug, created_at, retired_at }) => ({ id, slug, created_at, retired_at })),
    );
    await writeVersions(context, writes, actor, [...created, ...changed]);
    const imported = {
      created: created.map(({ id }) => id),
      changed: changed.map(({ id }) => id),
      unchanged: rows.length - created.length - changed.length,
    };
    // What stood before and after is in the versions, with the same person and time.
    if (imported.unchanged < rows.length) {
      await recordAct(context, writes, actor, 'providers.imported', 'providers', null, imported);
    }
    return imported;
  });
}

interface KnownProviders {
  /** By id, slug and former slug. */
  byKey: Map<string, Provider>;
  names: Map<string, Provider>;
  /** Which row is about which slug. */
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
  return { byKey, names, rows: new Map() };
}

/** The provider as it will stand; null if it stays as it is, and where a fault was noted. */
function readRow(context: Context, row: RowReader, known: KnownProviders): Provider | null {
  const id = readKey(row, 'id', isProviderId, 'a UUID in lower case');
  const slug = readKey(row, 'slug', isSlug, 'a slug: lower-case letters, digits and single hyphens');
  const name = row.text('name');
  const key = id ?? slug ?? slugOf(name ?? '');
  const standing = known.byKey.get(key) ?? null;
  const ownSlug = standing?.slug ?? slug ?? slugOf(name ?? '');
  const record = readProviderRecord(row, standing);
  row.finish();
  if (standing !== null) checkUpdate(row, standing, slug, known);
  else if (name !== null) checkNew(row, ownSlug, id === null && slug === null ? name : null, known);

  const elsewhere = known.rows.get(ownSlug);
  if (elsewhere !== undefined) row.fault('slug', 'duplicate_row', `${elsewhere} is about ${ownSlug} too`);
  else if (ownSlug !== '') known.rows.set(ownSlug, row.place);
  if (record === null) return null;
  const provider = {
    ...record,
    id: standing?.id ?? id ?? context.newId(),
    slug: ownSlug,
    version: (standing?.version ?? 0) + 1,
    created_at: standing?.created_at ?? context.clock(),
    retired_at: null,
  };
  const stays = standing !== null && isDeepStrictEqual({ ...provider, version: standing.version }, standing);
  return stays ? null : provider;
}

function readKey(
  row: RowReader,
  member: string,
  isOne: (text: string) => boolean,
  what: string,
): string | null {
  const given = row.text(member);
  if (given === null || isOne(given)) return given;
  row.fault(member, `not_${member}`, `"${given}" is not ${what}`);
  return null;
}

function checkUpdate(row: RowReader, standing: Provider, slug: string | null, known: KnownProviders): void {
  if (standing.retired_at !== null) row.fault('slug', 'retired', `${standing.name} is retired`);
  if (slug !== null && known.byKey.get(slug) !== standing) {
    row.fault('slug', 'slug_differs', `its slug is ${standing.slug}; change it with rf providers slug`);
  }
}

/** `bareName` is the name of a row that says nothing else about which provider it means. */
function checkNew(row: RowReader, slug: string, bareName: string | null, known: KnownProviders): void {
  const namesake = bareName === null ? undefined : known.names.get(bareName.toLowerCase());
  if (namesake) {
    row.fault(
      'name',
      'ambiguous',
      `${namesake.slug} has this name; give that slug, or one for a new provider`,
    );
  } else if (!isSlug(slug)) {
    row.fault('slug', 'missing', 'is missing, and the name gives none');
  } else if (known.byKey.has(slug)) {
    row.fault('slug', 'slug_taken', `${slug} is or was a slug of ${known.byKey.get(slug)!.name}`);
  }
}
