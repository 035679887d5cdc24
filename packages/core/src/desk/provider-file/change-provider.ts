// Renames and retires providers. Providers are never deleted, and each change is a new version.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Writes } from '../../store/store.ts';
import { instantAfterRuns } from '../facts/after-runs.ts';
import { outdateDue } from '../inputs/outdate.ts';
import { isSlug, LONGEST_NAME, withFormerName } from '../providers/provider-record.ts';
import { findProvider, type Provider, requireProvider } from '../providers/providers.ts';
import { refreshServed } from '../served/refresh.ts';

/** Renames a provider; the old name becomes an alias. */
export async function renameProvider(
  context: Context,
  actor: Actor,
  idOrSlug: string,
  newName: string,
): Promise<void> {
  const name = newName.trim().normalize('NFC');
  if (name === '' || name.length > LONGEST_NAME) {
    throw new Refusal('validation_failed', `A name must have 1 to ${LONGEST_NAME} characters.`);
  }
  return actAs(context, actor, 'providers.rename', async (writes) => {
    const provider = await activeProvider(writes, idOrSlug);
    if (provider.name === name) return;
    const aliases = withFormerName(provider.aliases, name, provider.name);
    await writeVersions(context, writes, actor, [
      { ...provider, name, aliases, version: provider.version + 1 },
    ]);
    const [before, after] = [{ name: provider.name }, { name }];
    await recordAct(context, writes, actor, 'provider.renamed', `provider/${provider.id}`, before, after);
  });
}

/** Changes the slug; links with the old slug keep working. */
export async function changeSlug(
  context: Context,
  actor: Actor,
  idOrSlug: string,
  slug: string,
): Promise<void> {
  if (!isSlug(slug)) {
    throw new Refusal(
      'validation_failed',
      `"${slug}" is not a valid slug. A slug has lower-case letters and digits, separated by single hyphens.`,
    );
  }
  return actAs(context, actor, 'providers.change_slug', async (writes) => {
    const provider = await activeProvider(writes, idOrSlug);
    const holder = await findProvider(writes, slug);
    if (holder !== null && holder.id !== provider.id) {
      throw new Refusal('conflict', `${slug} is or was a slug of ${holder.name}.`);
    }
    if (provider.slug === slug) return;
    await writes
      .insertInto('provider_slugs')
      .values({ slug: provider.slug, provider_id: provider.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await writes.updateTable('providers').set({ slug }).where('id', '=', provider.id).execute();
    await refreshServed(writes, [provider.id]);
    await outdateDue(writes, [provider.id]);
    const [before, after] = [{ slug: provider.slug }, { slug }];
    await recordAct(
      context,
      writes,
      actor,
      'provider.slug_changed',
      `provider/${provider.id}`,
      before,
      after,
    );
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
  }));
  await insertAll(writes, 'provider_versions', rows);
  const ids = providers.map(({ id }) => id);
  await refreshServed(writes, ids);
  await outdateDue(writes, ids);
}

async function activeProvider(writes: Writes, idOrSlug: string): Promise<Provider> {
  const provider = await requireProvider(writes, idOrSlug);
  if (provider.retired_at !== null) throw new Refusal('conflict', `${provider.name} is retired.`);
  return provider;
}
