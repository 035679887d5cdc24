// Bindings of the acts about frameworks.

import { Refusal } from '../context/refusal.ts';
import { activateMethodology, mayActivateAlone, requireActivatable } from '../desk/methodology/activation.ts';
import { cancelMethodology, requireCancellable } from '../desk/methodology/cancellation.ts';
import { compareTexts, draftImpactReport, impactReport } from '../desk/methodology/impact.ts';
import { listMethodologies } from '../desk/methodology/list.ts';
import { importMethodology, validatedMethodology } from '../desk/methodology/registry.ts';
import { replacedDigest } from '../desk/methodology/replacement.ts';
import { recordSignOff } from '../desk/methodology/sign-off.ts';
import { importedDigest, methodologyByDigest } from '../desk/methodology/signed.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

export const frameworkRequests = {
  'frameworks.activate': twoPeople('frameworks.activate', {
    alone: async (db, actor, { framework }) =>
      mayActivateAlone(db, actor, await importedDigest(db, framework)),
    check: async (services, _, { framework, notes, urgent }) => {
      const { context } = services;
      const { db } = context.store;
      const digest = await importedDigest(db, framework);
      await requireActivatable(db, { digest, notes, urgent }, context.clock());
      const impact = await impactReport(context, digest, context.clock(), compared(services));
      return { subject: digest, extra: { impact } };
    },
    perform: async (services, people, { framework, notes, urgent }, commit, requestId) => {
      const digest = await requestedDigest(services, framework, requestId);
      const options = { urgent, onProgress: compared(services) };
      await activateMethodology(services.context, people, digest, notes, commit, options);
    },
  }),
  'frameworks.cancel': twoPeople('frameworks.cancel', {
    alone: async () => false,
    check: async ({ context }, _, { framework, reason }) => {
      const digest = await importedDigest(context.store.db, framework);
      await requireCancellable(context.store.db, digest, reason);
      return { subject: digest, extra: { digest } };
    },
    perform: async (services, { requester, approver }, { framework, reason }, commit, requestId) => {
      const { context } = services;
      const digest = await requestedDigest(services, framework, requestId);
      await context.store.transaction(async (writes) => {
        await commit(writes);
        await cancelMethodology(context, writes, { requester, approver: approver! }, digest, reason);
      });
    },
  }),
};

/** A request is about the text that it was made for, even if another text has its version now. */
async function requestedDigest(
  { context }: ActServices,
  framework: string,
  requestId: string | null,
): Promise<string> {
  const { db } = context.store;
  if (requestId === null) return importedDigest(db, framework);
  const { subject } = await db
    .selectFrom('requests')
    .select('subject')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow();
  return subject;
}

export const frameworkBindings: Bindings<ActsAbout<'frameworks'>> = {
  'frameworks.list': async ({ context }) => ({
    data: await listMethodologies(context.store.db, context.clock()),
  }),
  'frameworks.document': async ({ context: { store } }, _, { framework }) => {
    const { digest, methodology } = await methodologyByDigest(
      store.db,
      await importedDigest(store.db, framework),
    );
    return { digest, document: methodology.document as unknown as Record<string, unknown> };
  },
  'frameworks.differences': async ({ context }, _, { framework }) => {
    const { db } = context.store;
    return compareTexts(db, await importedDigest(db, framework), context.clock());
  },
  'frameworks.impact': async (services, _, { framework, draft, as_of }) => {
    const { context } = services;
    const asOf = as_of ?? context.clock();
    if ((framework === undefined) === (draft === undefined)) {
      throw new Refusal('validation_failed', 'Name either an imported framework or a draft.');
    }
    if (framework === undefined) {
      return draftImpactReport(context, validatedMethodology(draft), asOf, compared(services));
    }
    const digest = await importedDigest(context.store.db, framework);
    return impactReport(context, digest, asOf, compared(services));
  },
  'frameworks.import': async ({ context }, actor, { document }) => {
    const digest = await importMethodology(context, actor, document);
    return { digest, replaces: await replacedDigest(context.store.db, digest) };
  },
  'frameworks.record_sign_off': ({ context }, actor, { sign_off }) => recordSignOff(context, actor, sign_off),
  'frameworks.activate': twoPersonBinding(frameworkRequests['frameworks.activate']),
  'frameworks.cancel': twoPersonBinding(frameworkRequests['frameworks.cancel']),
};

function compared({ progress }: ActServices) {
  return (done: number, all: number) => progress?.('compared', done, all);
}
