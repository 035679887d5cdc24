import { staffNamed } from '../accounts/staff.ts';
import { enrolOfficerKey, retireOfficerKey } from '../desk/methodology/officer-keys.ts';
import type { ActsAbout, Bindings } from './binding.ts';

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
