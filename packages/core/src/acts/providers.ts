// Bindings of the acts about providers.

import { listProvidersAtDesk } from '../desk/providers/desk-list.ts';
import { importProviders } from '../desk/providers/provider-import.ts';
import { changeSlug, PROVIDER_ORDER, renameProvider, retireProvider } from '../desk/providers/providers.ts';
import { listReferenceRates } from '../desk/providers/reference-rates.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { placedRows, withDocuments } from './rows.ts';

export const providerBindings: Bindings<ActsAbout<'providers'>> = {
  'providers.list': {
    perform: ({ context }, _, { all = false, ...page }) =>
      PROVIDER_ORDER.page(page, (portion) => listProvidersAtDesk(context, { ...portion, retired: all })),
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
};

export const rateBindings: Bindings<ActsAbout<'rates'>> = {
  'rates.list': {
    perform: async ({ context }) => ({ data: await listReferenceRates(context.store.db) }),
  },
};
