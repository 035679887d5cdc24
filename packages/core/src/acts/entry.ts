// Bindings of the acts about entering values, and about drafts of entries.

import type { Actor } from '../context/actor.ts';
import { EVIDENCE_RULES_VERSION } from '../desk/facts/evidence-rules.ts';
import { entryChecks } from '../desk/facts/plausibility/in-force.ts';
import { entryBasis, suggestProviders } from '../desk/inputs/entry-basis.ts';
import { discardDraft, listDrafts, requireDraft, saveDraft } from '../desk/inputs/entry-drafts.ts';
import { effectiveMethodology } from '../desk/methodology/signed.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { refreshBoard } from './due.ts';

export const entryBindings: Bindings<ActsAbout<'entry'>> = {
  'entry.framework': async ({ context }) => {
    const { digest, methodology } = await effectiveMethodology(context.store.db, context.clock());
    const document = methodology.document as unknown as Record<string, unknown>;
    const entry_checks = (await entryChecks(context.store.db)) as unknown as Record<string, unknown>;
    return { digest, document, entry_checks, evidence_rules: EVIDENCE_RULES_VERSION };
  },
  'entry.basis': async (services, reader, { providers, currencies = [] }) => {
    const { context } = services;
    // The board knows who pays in a currency.
    if (currencies.length > 0) await refreshBoard(services);
    return entryBasis(context, providers, currencies, ownerOf(reader));
  },
  'entry.providers': async ({ context }, _, { text }) => ({
    data: await suggestProviders(context.store.db, text),
  }),
};

export const draftBindings: Bindings<ActsAbout<'drafts'>> = {
  'drafts.list': async ({ context }, reader) => ({
    data: await listDrafts(context.store.db, ownerOf(reader)),
  }),
  'drafts.show': ({ context }, reader, { draft }) => requireDraft(context.store.db, ownerOf(reader), draft),
  'drafts.save': async ({ context }, actor, { draft, ...given }) => ({
    version: await saveDraft(context, actor, { id: draft, ...given }),
  }),
  'drafts.discard': ({ context }, actor, { draft }) => discardDraft(context, actor, draft),
};

/** Drafts belong to a person, so a reader without a token has none. */
function ownerOf(reader: Actor | null): string {
  return reader?.id ?? '';
}
