// Bindings of the acts about providers.

import { importProviders } from '../desk/providers/provider-import.ts';
import { changeSlug, listProviders, renameProvider, retireProvider } from '../desk/providers/providers.ts';
import { setReferenceRate } from '../desk/providers/reference-rates.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { placedRows } from './rows.ts';

export const providerBindings: Bindings<ActsAbout<'providers'>> = {
  'providers.list': {
    perform: async ({ context }, _, { all = false }) => ({
      data: await listProviders(context.store.db, { retired: all }),
    }),
  },
  'providers.import': {
    audit: ['providers.imported'],
    perform: ({ context }, actor, { rows }) => importProviders(context, actor, placedRows(rows)),
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
  'providers.set_reference_rate': {
    audit: ['rate.set'],
    perform: async ({ context }, actor, rate) => {
      await setReferenceRate(context, actor, rate);
      return {};
    },
  },
};
