// Renames, describes and retires providers. Providers are never deleted, and each change is a new version. What the public
// calls a provider changes by two people: the acts open the transaction, together with the approval.

import { isDeepStrictEqual } from 'node:util';
import type { VerifierKey } from '@rf-indicators/engine';
import { approvalNote, type People } from '../../accounts/requests.ts';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { identifiersColumn } from '../../context/identifiers.ts';
import { readName } from '../../context/names.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import { instantText } from '../../context/times.ts';
import { writeEvent } from '../../events/write-event.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { rowReader } from '../import/row-reader.ts';
import { refuse } from '../import/rows.ts';
import { enlistDue, outdateDue } from '../inputs/outdate.ts';
import { isSlug, LONGEST_NAME, readProviderRecord, withFormerName } from '../providers/provider-record.ts';
import {
  findProvider,
  type Provider,
  refuseTakenIdentifiers,
  requireProvider,
} from '../providers/providers.ts';
import { namesOf, publishedAmong, recordNaming } from '../providers/public-names.ts';
import { refreshServed } from '../served/refresh.ts';

/** What is to change, and why. */
interface Renaming {
  provider: string;
  name: string;
  reason: string;
}

/** Refuses a name that the provider cannot get. */
export async function requireRenamable(db: Queries | Writes, renaming: Renaming): Promise<Provider> {
  requireReason(renaming);
  readName(renaming.name.normalize('NFC'), LONGEST_NAME);
  return activeProvider(db, renaming.provider);
}

/** Renames a provider. The old name becomes an alias, unless nobody outside ever saw it: aliases are published. */
export async function renameProvider(
  context: Context,
  writes: Writes,
  people: People,
  renaming: Renaming,
  pinned: VerifierKey | null = null,
): Promise<void> {
  const provider = await requireRenamable(writes, renaming);
  const name = readName(renaming.name.normalize('NFC'), LONGEST_NAME);
  if (provider.name === name) return;
  const isKnown = await publishedAmong(writes, [provider.id], pinned);
  const aliases = isKnown.has(provider.id)
    ? withFormerName(provider.aliases, name, provider.name)
    : provider.aliases;
  const after = { ...provider, name, aliases, version: provider.version + 1 };
  await writeVersions(context, writes, people.requester, [after]);
  await recordNames(context, writes, people, provider, after, renaming.reason, pinned);
  await recordChange(context, writes, people, 'provider.renamed', provider, {
    before: { name: provider.name },
    after: { name, reason: renaming.reason.trim() },
  });
}

interface SlugChange {
  provider: string;
  slug: string;
  reason: string;
}

/** Refuses a slug that the provider cannot get. */
export async function requireSlugChange(db: Queries | Writes, change: SlugChange): Promise<Provider> {
  const { slug } = change;
  requireReason(change);
  if (!isSlug(slug)) {
    throw new Refusal(
      'validation_failed',
      `"${slug}" is not a valid slug. A slug has lower-case letters and digits, separated by single hyphens.`,
    );
  }
  const provider = await activeProvider(db, change.provider);
  const holder = await findProvider(db, slug);
  if (holder === null || holder.id === provider.id) return provider;
  throw new Refusal('conflict', `${slug} is or was a slug of ${holder.name}.`);
}

/** Changes the slug; links with the old slug keep working. */
export async function changeSlug(
  context: Context,
  writes: Writes,
  people: People,
  change: SlugChange,
  pinned: VerifierKey | null = null,
): Promise<void> {
  const provider = await requireSlugChange(writes, change);
  const { slug } = change;
  if (provider.slug === slug) return;
  await writes
    .insertInto('provider_slugs')
    .values({ slug: provider.slug, provider_id: provider.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await writes.updateTable('providers').set({ slug }).where('id', '=', provider.id).execute();
  await refreshServed(writes, [provider.id]);
  await enlistDue(writes, [{ ...provider, slug }]);
  await recordNames(context, writes, people, provider, { ...provider, slug }, change.reason, pinned);
  await recordChange(context, writes, people, 'provider.slug_changed', provider, {
    before: { slug: provider.slug },
    after: { slug, reason: change.reason.trim() },
  });
}

interface Description {
  provider: string;
  /** An empty text removes it. */
  website?: string | undefined;
  provider_subtype?: string | undefined;
  aliases?: readonly string[] | undefined;
  /** Texts of kind, value and source. */
  identifiers?: readonly string[] | undefined;
  reason: string;
}

/** Refuses a description that the provider cannot get. Returns the provider as it is, and as it will be. */
export async function requireDescribable(
  db: Queries | Writes,
  description: Description,
): Promise<{ before: Provider; after: Provider }> {
  requireReason(description);
  const before = await activeProvider(db, description.provider);
  const { website, provider_subtype, aliases, identifiers } = description;
  const problems: RefusalDetail[] = [];
  const value = {
    ...(website === undefined ? {} : { website: website.trim() === '' ? null : website }),
    ...(provider_subtype === undefined ? {} : { provider_subtype }),
    ...(aliases === undefined ? {} : { aliases }),
    ...(identifiers === undefined ? {} : { identifiers }),
  };
  const record = readProviderRecord(rowReader({ place: '', value }, problems), before);
  refuse(problems);
  const after = { ...before, ...record, version: before.version + 1 };
  await refuseTakenIdentifiers(db, after);
  return { before, after };
}

/** Changes the website, the subtype, the other names and the identifiers of a provider. */
export async function describeProvider(
  context: Context,
  writes: Writes,
  people: People,
  description: Description,
  pinned: VerifierKey | null = null,
): Promise<void> {
  const { before, after } = await requireDescribable(writes, description);
  if (isDeepStrictEqual(namesOf(before), namesOf(after))) return;
  await writeVersions(context, writes, people.requester, [after]);
  await recordNames(context, writes, people, before, after, description.reason, pinned);
  const described = ({ website, provider_subtype, aliases, identifiers }: Provider) => ({
    website,
    provider_subtype,
    aliases,
    ...(before.identifiers.length + after.identifiers.length === 0 ? {} : { identifiers }),
  });
  await recordChange(context, writes, people, 'provider.described', before, {
    before: described(before),
    after: { ...described(after), reason: description.reason.trim() },
  });
}

/** A request is about the provider for which it was made, even if another one has the slug now. */
export async function requireRequestedProvider(
  writes: Writes,
  requestId: string | null,
  idOrSlug: string,
): Promise<void> {
  if (requestId === null) return;
  const { subject } = await writes
    .selectFrom('requests')
    .select('subject')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow();
  const { id } = await requireProvider(writes, idOrSlug);
  if (subject === `provider/${id}`) return;
  throw new Refusal('conflict', 'This request was made for another provider. Request it again.');
}

function requireReason({ reason }: { reason: string }): void {
  if (reason.trim() !== '') return;
  throw new Refusal('validation_failed', 'A change of what the public calls a provider needs a reason.');
}

/** Of a provider that is public: in the log, and as an event. */
async function recordNames(
  context: Context,
  writes: Writes,
  { requester, approver }: People,
  before: Provider,
  after: Provider,
  given: string,
  pinned: VerifierKey | null,
): Promise<void> {
  if (approver === null) return;
  const [named_at, reason] = [context.clock(), given.trim()];
  const decision = { named_at, named_by: requester.id, approved_by: approver.id, reason };
  if (!(await recordNaming(writes, after, decision, pinned))) return;
  await writeEvent(context, writes, 'provider.renamed', after.id, {
    provider_id: after.id,
    provider_name: after.name,
    previous_name: before.name,
    slug: after.slug,
    previous_slug: before.slug,
    website: after.website,
    previous_website: before.website,
    reason,
    renamed_at: instantText(named_at),
  });
}

async function recordChange(
  context: Context,
  writes: Writes,
  people: People,
  action: 'provider.renamed' | 'provider.slug_changed' | 'provider.described',
  { id }: Provider,
  { before, after }: { before: object; after: object },
): Promise<void> {
  await recordAct(context, writes, people.requester, action, `provider/${id}`, before, {
    ...after,
    ...approvalNote(people),
  });
}

/** Runs no longer score a retired provider; its published indicators stay. */
export async function retireProvider(context: Context, actor: Actor, idOrSlug: string): Promise<void> {
  return actAs(context, actor, 'providers.retire', async (writes) => {
    const { id, name } = await activeProvider(writes, idOrSlug);
    await refusePublished(writes, id, name);
    await writes.updateTable('providers').set({ retired_at: context.clock() }).where('id', '=', id).execute();
    await outdateDue(writes, [id]);
    await recordAct(context, writes, actor, 'provider.retired', `provider/${id}`, { name }, null);
  });
}

/** A retired provider is no longer scored, so its published score would never change again, whatever happens. */
async function refusePublished(writes: Writes, id: string, name: string): Promise<void> {
  const state = await writes
    .selectFrom('provider_states')
    .select('verification_id')
    .where('provider_id', '=', id)
    .executeTakeFirst();
  if (!state?.verification_id) return;
  throw new Refusal(
    'conflict',
    `${name} has a published indicator, which runs would no longer update. Withdraw it first, which takes two people.`,
  );
}

export async function writeVersions(
  context: Context,
  writes: Writes,
  actor: Actor,
  providers: readonly Provider[],
): Promise<void> {
  const recorded_at = await instantAfterRuns(writes, context.clock());
  const rows = providers.map((provider) => ({
    provider_id: provider.id,
    version: provider.version,
    recorded_at,
    recorded_by: actor.id,
    name: provider.name,
    aliases: JSON.stringify(provider.aliases),
    subtype: provider.provider_subtype,
    website: provider.website,
    identifiers: identifiersColumn(provider.identifiers),
  }));
  await insertAll(writes, 'provider_versions', rows);
  await refreshServed(
    writes,
    providers.map(({ id }) => id),
  );
  await enlistDue(writes, providers);
}

async function activeProvider(db: Queries | Writes, idOrSlug: string): Promise<Provider> {
  const provider = await requireProvider(db, idOrSlug);
  if (provider.retired_at !== null) throw new Refusal('conflict', `${provider.name} is retired.`);
  return provider;
}
