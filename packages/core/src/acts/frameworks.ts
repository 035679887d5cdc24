// Bindings of the acts about frameworks.

import { Refusal } from '../context/refusal.ts';
import { activateMethodology, mayActivateAlone, requireActivatable } from '../desk/methodology/activation.ts';
import { draftImpactReport, impactReport } from '../desk/methodology/impact.ts';
import { listMethodologies } from '../desk/methodology/list.ts';
import { importMethodology, validatedMethodology } from '../desk/methodology/registry.ts';
import { recordSignOff } from '../desk/methodology/sign-off.ts';
import { importedDigest } from '../desk/methodology/signed.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

export const frameworkRequests = {
  'frameworks.activate': twoPeople('frameworks.activate', {
    audit: ['methodology.activate', 'founding.ended'],
    alone: async (db, actor, { framework }) =>
      mayActivateAlone(db, actor, await importedDigest(db, framework)),
    check: async (services, _, { framework, notes }) => {
      const { context } = services;
      const digest = await importedDigest(context.store.db, framework);
      await requireActivatable(context.store.db, digest, notes);
      const impact = await impactReport(context, digest, context.clock(), compared(services));
      return { subject: digest, extra: { impact } };
    },
    perform: async (services, people, { framework, notes }, commit) => {
      const { context } = services;
      const digest = await importedDigest(context.store.db, framework);
      await activateMethodology(context, people, digest, notes, commit, compared(services));
    },
  }),
};

export const frameworkBindings: Bindings<ActsAbout<'frameworks'>> = {
  'frameworks.list': {
    perform: async ({ context }) => ({ data: await listMethodologies(context.store.db) }),
  },
  'frameworks.impact': {
    perform: async (services, _, { framework, draft, as_of }) => {
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
  },
  'frameworks.import': {
    audit: ['methodology.import'],
    perform: async ({ context }, actor, { document }) => ({
      digest: await importMethodology(context, actor, document),
    }),
  },
  'frameworks.record_sign_off': {
    audit: ['methodology.sign_off'],
    perform: async ({ context }, actor, { sign_off }) => {
      await recordSignOff(context, actor, sign_off);
      return {};
    },
  },
  'frameworks.activate': twoPersonBinding(frameworkRequests['frameworks.activate']),
};

function compared({ progress }: ActServices) {
  return (done: number, all: number) => progress?.('compared', done, all);
}
