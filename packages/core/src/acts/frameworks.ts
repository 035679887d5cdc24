// Bindings of the acts about frameworks, officers' keys and configurations.

import { staffNamed } from '../accounts/staff.ts';
import { Refusal } from '../context/refusal.ts';
import { activateMethodology } from '../desk/methodology/activation.ts';
import { listConfigurations, recordConfiguration } from '../desk/methodology/configurations.ts';
import { draftImpactReport, impactReport } from '../desk/methodology/impact.ts';
import { listMethodologies } from '../desk/methodology/list.ts';
import { enrolOfficerKey, retireOfficerKey } from '../desk/methodology/officer-keys.ts';
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

export const officerKeyBindings: Bindings<ActsAbout<'officer_keys'>> = {
  'officer_keys.enrol': {
    audit: ['officer_key.enrol'],
    perform: async ({ context }, actor, { officer, public_key: publicKey }) => {
      const { id: staffId } = await staffNamed(context.store.db, officer);
      return { key_id: await enrolOfficerKey(context, actor, { staffId, publicKey }) };
    },
  },
  'officer_keys.retire': {
    audit: ['officer_key.retire'],
    perform: async ({ context }, actor, { key_id }) => {
      await retireOfficerKey(context, actor, key_id);
      return {};
    },
  },
};

export const configurationBindings: Bindings<ActsAbout<'configurations'>> = {
  'configurations.list': {
    perform: async ({ context }) => ({ data: await listConfigurations(context.store.db) }),
  },
  'configurations.record': {
    audit: ['configuration.record'],
    perform: async ({ context }, actor, { name, settings }) => {
      if (Object.hasOwn(settings, 'name')) {
        throw new Refusal('validation_failed', 'The configuration is not valid.', [
          { place: '/settings/name', code: 'unknown_member', message: "is the configuration's own name" },
        ]);
      }
      return { digest: await recordConfiguration(context, actor, { name, content: { ...settings, name } }) };
    },
  },
};
