// Bindings of the acts about terms.

import { ACCEPTANCE_ORDER, acceptTerms, listAcceptances } from '../accounts/terms.ts';
import { currentTerms } from '../accounts/terms-texts.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const termsBindings: Bindings<ActsAbout<'terms'>> = {
  'terms.show': (_services, _, { kind }) => currentTerms(kind),
  'terms.accept': async ({ context }, member, input) => {
    const { kind, digest } = input;
    const accepted = await acceptTerms(context, member, { ...input, from: member.from });
    const { version } = currentTerms(kind);
    return { accepted, kind, version, digest };
  },
  'terms.list': async ({ context }, workspace, page) => {
    const { data, next_cursor } = await ACCEPTANCE_ORDER.page(page, (portion) =>
      listAcceptances(context.store.db, workspace.id, portion),
    );
    return { data: data.map(({ id: _, ...acceptance }) => acceptance), next_cursor };
  },
};
