// Bindings of the acts about frameworks.

import { Refusal } from '../context/refusal.ts';
import { activateMethodology } from '../desk/methodology/activation.ts';
import { draftImpactReport, impactReport } from '../desk/methodology/impact.ts';
import { listMethodologies } from '../desk/methodology/list.ts';
import { importMethodology, validatedMethodology } from '../desk/methodology/registry.ts';
import { recordSignOff } from '../desk/methodology/sign-off.ts';
import { importedDigest } from '../desk/methodology/signed.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';

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
  'frameworks.activate': {
    audit: ['methodology.activate'],
    perform: async (services, actor, { framework, notes }) => {
      const { context } = services;
      const digest = await importedDigest(context.store.db, framework);
      return activateMethodology(context, actor, digest, notes, compared(services));
    },
  },
};

function compared({ progress }: ActServices) {
  return (done: number, all: number) => progress?.('compared', done, all);
}
