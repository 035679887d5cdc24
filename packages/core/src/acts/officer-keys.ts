// Bindings of the acts about the keys of chief risk officers.

import { isFirstFounding } from '../accounts/founding.ts';
import { enrolledStaffNamed } from '../accounts/staff.ts';
import type { Actor } from '../context/actor.ts';
import { Refusal } from '../context/refusal.ts';
import {
  enrolOfficerKey,
  listOfficerKeys,
  officerOfKey,
  requireEnrollable,
  retireOfficerKey,
} from '../desk/methodology/officer-keys.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

export const officerKeyRequests = {
  'officer_keys.enrol': twoPeople('officer_keys.enrol', {
    // An operator alone, while the store is founded: an officer's own key always has a second person.
    alone: async (db, actor) => actor.roles.includes('operator') && (await isFirstFounding(db)),
    check: async ({ context }, actor, { officer, public_key: publicKey }) => {
      const { id: staffId } = await enrolledStaffNamed(context.store.db, officer);
      requireOwnKey(actor, staffId);
      const { id: key_id } = await requireEnrollable(context.store.db, { staffId, publicKey });
      return { subject: key_id, extra: { key_id } };
    },
    perform: ({ context }, people, { officer, public_key: publicKey }, commit) =>
      context.store.transaction(async (writes) => {
        await commit(writes);
        const { id: staffId } = await enrolledStaffNamed(writes, officer);
        await enrolOfficerKey(context, writes, people, { staffId, publicKey });
      }),
  }),
  'officer_keys.retire': twoPeople('officer_keys.retire', {
    // An officer whose key was stolen must not have to wait.
    alone: async (db, actor, { key_id }) =>
      (await officerOfKey(db, key_id)) === actor.id || (await isFirstFounding(db)),
    check: async ({ context }, _, { key_id }) => {
      await officerOfKey(context.store.db, key_id);
      return { subject: key_id, extra: {} };
    },
    perform: ({ context }, people, { key_id }, commit) =>
      context.store.transaction(async (writes) => {
        await commit(writes);
        await retireOfficerKey(context, writes, people, key_id);
      }),
  }),
};

/** Operators enrol the keys of all officers. An officer who is not an operator asks for their own only. */
function requireOwnKey(actor: Actor, holder: string): void {
  if (actor.roles.includes('operator') || actor.id === holder) return;
  throw new Refusal(
    'insufficient_role',
    'You can enrol your own key only. The key of another officer is enrolled by an operator.',
  );
}

export const officerKeyBindings: Bindings<ActsAbout<'officer_keys'>> = {
  'officer_keys.list': async ({ context }) => ({ data: await listOfficerKeys(context.store.db) }),
  'officer_keys.enrol': twoPersonBinding(officerKeyRequests['officer_keys.enrol']),
  'officer_keys.retire': twoPersonBinding(officerKeyRequests['officer_keys.retire']),
};
