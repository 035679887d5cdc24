// Bindings of the acts about providers.

import type { VerifierKey } from '@rf-indicators/engine';
import type { People } from '../accounts/requests.ts';
import {
  changeSlug,
  describeProvider,
  renameProvider,
  requireDescribable,
  requireRenamable,
  requireRequestedProvider,
  requireSlugChange,
  retireProvider,
} from '../desk/provider-file/change-provider.ts';
import { listProvidersAtDesk } from '../desk/provider-file/desk-list.ts';
import { providerFile } from '../desk/provider-file/file.ts';
import { providerHistory } from '../desk/provider-file/history.ts';
import { addNote } from '../desk/provider-file/notes.ts';
import { providerPeers } from '../desk/provider-file/peers.ts';
import { importProviders } from '../desk/provider-file/provider-import.ts';
import { providerTimeline } from '../desk/provider-file/timeline.ts';
import { findProvider } from '../desk/providers/providers.ts';
import { isPubliclyNamed } from '../desk/providers/public-names.ts';
import { listReferenceRates } from '../desk/providers/reference-rates.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { placedRows, withDocuments } from './rows.ts';
import type { ActServices } from './services.ts';
import { type Commit, twoPeople, twoPersonBinding } from './two-people.ts';

/** Nobody alone changes what the public calls a provider. */
async function mayNameAlone(
  db: Queries | Writes,
  _: unknown,
  { provider }: { provider: string },
  { pinnedKey }: ActServices,
): Promise<boolean> {
  const found = await findProvider(db, provider);
  return found === null || !(await isPubliclyNamed(db, found.id, await pinnedKey()));
}

const aboutProvider = ({ id }: { id: string }) => ({ subject: `provider/${id}`, extra: {} });

/** A change of names in its transaction, together with the approval. */
function naming<Input extends { provider: string }>(
  change: (
    context: ActServices['context'],
    writes: Writes,
    people: People,
    input: Input,
    pinned: VerifierKey | null,
  ) => Promise<void>,
) {
  return async (
    { context, pinnedKey }: ActServices,
    people: People,
    input: Input,
    commit: Commit,
    requestId: string | null,
  ): Promise<void> => {
    const pinned = await pinnedKey();
    await context.store.transaction(async (writes) => {
      await commit(writes);
      await requireRequestedProvider(writes, requestId, input.provider);
      await change(context, writes, people, input, pinned);
    });
  };
}

export const providerRequests = {
  'providers.rename': twoPeople('providers.rename', {
    alone: mayNameAlone,
    check: async ({ context }, _, input) => aboutProvider(await requireRenamable(context.store.db, input)),
    perform: naming(renameProvider),
  }),
  'providers.change_slug': twoPeople('providers.change_slug', {
    alone: mayNameAlone,
    check: async ({ context }, _, input) => aboutProvider(await requireSlugChange(context.store.db, input)),
    perform: naming(changeSlug),
  }),
  'providers.describe': twoPeople('providers.describe', {
    alone: mayNameAlone,
    check: async ({ context }, _, input) =>
      aboutProvider((await requireDescribable(context.store.db, input)).before),
    perform: naming(describeProvider),
  }),
};

export const providerBindings: Bindings<ActsAbout<'providers'>> = {
  'providers.list': ({ context }, _, filter) => listProvidersAtDesk(context, filter),
  'providers.show': ({ context, policy }, _, { provider }) => providerFile(context, policy, provider),
  'providers.timeline': ({ context }, _, { provider, kind, ...page }) =>
    providerTimeline(context, provider, kind, page),
  'providers.peers': ({ context }, _, { provider }) => providerPeers(context, provider),
  'providers.history': ({ context }, _, { provider }) => providerHistory(context, provider),
  'providers.import': async ({ context, pinnedKey }, actor, { rows, documents }) =>
    importProviders(context, actor, withDocuments(placedRows(rows), documents), null, await pinnedKey()),
  'providers.rename': twoPersonBinding(providerRequests['providers.rename']),
  'providers.change_slug': twoPersonBinding(providerRequests['providers.change_slug']),
  'providers.describe': twoPersonBinding(providerRequests['providers.describe']),
  'providers.retire': ({ context }, actor, { provider }) => retireProvider(context, actor, provider),
  'providers.add_note': async ({ context }, actor, { provider, text }) => ({
    note_id: await addNote(context, actor, provider, text),
  }),
};

export const rateBindings: Bindings<ActsAbout<'rates'>> = {
  'rates.list': async ({ context }) => ({ data: await listReferenceRates(context.store.db) }),
};
