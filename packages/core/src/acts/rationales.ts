// Bindings of the acts about rationales.

import { requireProvider } from '../desk/providers/providers.ts';
import { rationaleLength, textProblems } from '../desk/rationales/check-text.ts';
import { listRationales } from '../desk/rationales/list.ts';
import { hiddenOf, materialOf, offered } from '../desk/rationales/material.ts';
import { requireSubjects } from '../desk/rationales/subjects.ts';
import { reviewRationales, writeRationale } from '../desk/rationales/write.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const listed = (provider: string | undefined) => (provider === undefined ? [] : [provider]);

export const rationaleBindings: Bindings<ActsAbout<'rationales'>> = {
  'rationales.list': async ({ context }, _, input) => ({
    data: await listRationales(context.store.db, input),
  }),
  'rationales.prepare': async ({ context: { store } }, _, { provider, ...given }) => {
    const [subject] = await requireSubjects(store.db, given, listed(provider));
    const { id, slug, name } = await requireProvider(store.db, subject!.providerId);
    const material = await materialOf(store.db, subject!);
    return { provider_id: id, slug, name, kind: subject!.kind, ...offered(material) };
  },
  'rationales.check': async ({ context: { store } }, _, { provider, text, ...given }) => {
    const [subject] = await requireSubjects(store.db, given, listed(provider));
    const hidden = hiddenOf(await materialOf(store.db, subject!));
    return { length: rationaleLength(text), problems: textProblems(text, hidden) };
  },
  'rationales.write': async ({ context }, actor, { providers = [], ...given }) => ({
    data: await writeRationale(context, actor, { providers, ...given }),
  }),
  'rationales.review': ({ context }, actor, decision) => reviewRationales(context, actor, decision),
};
