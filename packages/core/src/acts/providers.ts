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
  'providers.list': {
    perform: (
      { context },
      _,
      { all: retired, text, planner_type: plannerType, standing, waiting, ...page },
    ) => listProvidersAtDesk(context, { retired, text, plannerType, standing, waiting }, page),
  },
  'providers.show': {
    perform: ({ context }, _, { provider }) => providerFile(context, provider),
  },
  'providers.timeline': {
    perform: ({ context }, _, { provider, kind, ...page }) => providerTimeline(context, provider, kind, page),
  },
  'providers.history': {
    perform: ({ context }, _, { provider }) => providerHistory(context, provider),
  },
  'providers.import': {
    audit: ['providers.imported'],
    sometimes: ['inputs.proposed', 'document.stored'],
    perform: ({ context }, actor, { rows, documents }) =>
      importProviders(context, actor, withDocuments(placedRows(rows), documents)),
  },
  'providers.rename': {
    audit: ['provider.renamed'],
    perform: async ({ context }, actor, { provider, name }) => {
      await renameProvider(context, actor, provider, name);
      return {};
    },
  },
  'providers.change_slug': {
    audit: ['provider.slug_changed'],
    perform: async ({ context }, actor, { provider, slug }) => {
      await changeSlug(context, actor, provider, slug);
      return {};
    },
  },
  'providers.retire': {
    audit: ['provider.retired'],
    perform: async ({ context }, actor, { provider }) => {
      await retireProvider(context, actor, provider);
      return {};
    },
  },
  'providers.add_note': {
    audit: ['provider.noted'],
    perform: async ({ context }, actor, { provider, text }) => ({
      note_id: await addNote(context, actor, provider, text),
    }),
  },
};

export const rateBindings: Bindings<ActsAbout<'rates'>> = {
  'rates.list': {
    perform: async ({ context }) => ({ data: await listReferenceRates(context.store.db) }),
  },
};
