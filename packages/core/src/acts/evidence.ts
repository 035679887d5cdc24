import { storeDocument } from '../desk/inputs/evidence.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { documentOf } from './rows.ts';

export const evidenceBindings: Bindings<ActsAbout<'evidence'>> = {
  'evidence.store_document': {
    audit: ['document.stored'],
    perform: async ({ context }, actor, given) => {
      const { bytes, media_type } = documentOf(given);
      return { sha256: await storeDocument(context, actor, bytes, media_type) };
    },
  },
};
