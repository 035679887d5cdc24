// Bindings of the acts about providers.

import { changeSlug, renameProvider, retireProvider } from '../desk/provider-file/change-provider.ts';
import { listProvidersAtDesk } from '../desk/provider-file/desk-list.ts';
import { providerFile } from '../desk/provider-file/file.ts';
import { providerHistory } from '../desk/provider-file/history.ts';
import { addNote } from '../desk/provider-file/notes.ts';
import { importProviders } from '../desk/provider-file/provider-import.ts';
import { providerTimeline } from '../desk/provider-file/timeline.ts';
import { listReferenceRates } from '../desk/providers/reference-rates.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { placedRows, withDocuments } from './rows.ts';

export const providerBindings: Bindings<ActsAbout<'providers'>> = {
  'providers.list': ({ context }, _, filter) => listProvidersAtDesk(context, filter),
  'providers.show': ({ context }, _, { provider }) => providerFile(context, provider),
  'providers.timeline': ({ context }, _, { provider, kind, ...page }) =>
    providerTimeline(context, provider, kind, page),
  'providers.history': ({ context }, _, { provider }) => providerHistory(context, provider),
  'providers.import': ({ context }, actor, { rows, documents }) =>
    importProviders(context, actor, withDocuments(placedRows(rows), documents)),
  'providers.rename': ({ context }, actor, { provider, name }) =>
    renameProvider(context, actor, provider, name),
  'providers.change_slug': ({ context }, actor, { provider, slug }) =>
    changeSlug(context, actor, provider, slug),
  'providers.retire': ({ context }, actor, { provider }) => retireProvider(context, actor, provider),
  'providers.add_note': async ({ context }, actor, { provider, text }) => ({
    note_id: await addNote(context, actor, provider, text),
  }),
};

export const rateBindings: Bindings<ActsAbout<'rates'>> = {
  'rates.list': async ({ context }) => ({ data: await listReferenceRates(context.store.db) }),
};
