// Bindings of the acts about evidence and stored documents.

import { Refusal } from '../context/refusal.ts';
import { storeDocument } from '../desk/inputs/evidence.ts';
import { recordShowing } from '../desk/inputs/shown-evidence.ts';
import {
  EVIDENCE_ORDER,
  listEvidence,
  openDocument,
  requireEvidence,
  useOfEvidence,
} from '../desk/inputs/vault.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { documentOf } from './rows.ts';

export const evidenceBindings: Bindings<ActsAbout<'evidence'>> = {
  'evidence.list': ({ context }, reader, { limit, cursor, ...filter }) =>
    EVIDENCE_ORDER.page({ limit, cursor }, (portion) =>
      listEvidence(context.store.db, filter, reader?.id ?? null, portion),
    ),
  'evidence.show': async ({ context: { store } }, reader, { evidence: idOrHash }) => {
    const evidence = await requireEvidence(store.db, idOrHash, reader?.id ?? null);
    return { evidence, ...(await useOfEvidence(store.db, evidence)) };
  },
  'evidence.shown': async ({ context }, actor, { evidence, how }) => {
    await recordShowing(context, actor, evidence, how);
    return { shown: true };
  },
  'evidence.open': async ({ context }, actor, { evidence, sha256 }) => {
    const opened = await openDocument(context, actor, whichDocument(evidence, sha256));
    const { bytes, media_type } = opened;
    const base64 = Buffer.from(bytes).toString('base64');
    return { sha256: opened.sha256, media_type, size: bytes.length, base64 };
  },
  'evidence.store_document': async ({ context }, actor, given) => {
    const { bytes, media_type } = documentOf(given);
    return { sha256: await storeDocument(context, actor, bytes, media_type) };
  },
};

function whichDocument(evidence: string | undefined, sha256: string | undefined) {
  if (evidence !== undefined && sha256 === undefined) return { evidence };
  if (sha256 !== undefined && evidence === undefined) return { sha256 };
  throw new Refusal('validation_failed', 'Give either evidence or sha256.');
}
