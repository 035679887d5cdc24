// Bindings of the acts about staff.

import {
  endFoundingOnceTwoCanAct,
  foundingState,
  isBeingFounded,
  returnToFounding,
  stopFoundingNotice,
} from '../accounts/founding.ts';
import { type People, requireRequestedPerson } from '../accounts/requests.ts';
import { settleServers } from '../accounts/sign-in-servers.ts';
import { ablePeople, listStaff, readRoles, STAFF_ORDER, staffNamed } from '../accounts/staff.ts';
import { holderOf, retireStaff, revokeToken, rotateOwnToken, setRoles } from '../accounts/staff-changes.ts';
import { erasableStaff, eraseStaff } from '../accounts/staff-erasure.ts';
import {
  claimInvitation,
  confirmClaim,
  inviteAgain,
  inviteStaff,
  withdrawInvitation,
} from '../accounts/staff-invitations.ts';
import { erasedName } from '../context/erasure.ts';
import { requireTrustedEntries } from '../log/trusted-log.ts';
import type { Writes } from '../store/store.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';
import { type Commit, twoPeople, twoPersonBinding } from './two-people.ts';

/** A staff act in its transaction. In a store that returned to its founding, it may make a second person able to act. */
function inTransaction(
  { context }: ActServices,
  people: People,
  commit: Commit,
  work: (writes: Writes) => Promise<void>,
): Promise<void> {
  return context.store.transaction(async (writes) => {
    await commit(writes);
    await work(writes);
    await endFoundingOnceTwoCanAct(context, writes, people.requester);
  });
}

export const staffRequests = {
  'staff.set_roles': twoPeople('staff.set_roles', {
    alone: isBeingFounded,
    check: async ({ context }, _, { person, roles }) => {
      readRoles(roles);
      const { id } = await staffNamed(context.store.db, person);
      return { subject: `staff/${id}`, extra: {} };
    },
    perform: (services, people, { person, roles }, commit, requestId) =>
      inTransaction(services, people, commit, async (writes) => {
        await requireRequestedPerson(writes, requestId, await staffNamed(writes, person));
        await setRoles(services.context, writes, people, person, roles);
      }),
  }),
  'staff.retire': twoPeople('staff.retire', {
    alone: isBeingFounded,
    check: async ({ context }, _, { person }) => {
      const { id } = await staffNamed(context.store.db, person);
      return { subject: `staff/${id}`, extra: {} };
    },
    perform: (services, people, { person }, commit, requestId) =>
      inTransaction(services, people, commit, async (writes) => {
        await requireRequestedPerson(writes, requestId, await staffNamed(writes, person));
        await retireStaff(services.context, writes, people, person);
      }),
  }),
  'staff.erase': twoPeople('staff.erase', {
    alone: isBeingFounded,
    check: async ({ context }, _, { person }) => {
      const { id } = await erasableStaff(context.store.db, person);
      return { subject: `staff/${id}`, extra: { erased_as: erasedName(id) } };
    },
    perform: ({ context }, people, { person }, commit, requestId) =>
      context.store.transaction(async (writes) => {
        await commit(writes);
        await requireRequestedPerson(writes, requestId, await erasableStaff(writes, person));
        await eraseStaff(context, writes, people, person);
      }),
  }),
  'staff.revoke_token': twoPeople('staff.revoke_token', {
    alone: async (db, actor, { prefix }) =>
      (await holderOf(db, prefix)).id === actor.id || (await isBeingFounded(db)),
    check: async ({ context }, _, { prefix }) => {
      const { id } = await holderOf(context.store.db, prefix);
      return { subject: `staff/${id}`, extra: {} };
    },
    perform: (services, people, { prefix }, commit, requestId) =>
      inTransaction(services, people, commit, async (writes) => {
        await requireRequestedPerson(writes, requestId, await holderOf(writes, prefix));
        await revokeToken(services.context, writes, people, prefix);
      }),
  }),
};

export const staffBindings: Bindings<ActsAbout<'staff'>> = {
  'staff.list': async ({ context }, _, { all = false, ...page }) => {
    const { db } = context.store;
    const able = new Set((await ablePeople(db, context.clock())).map(({ id }) => id));
    const people = (await listStaff(db)).filter(({ retired_at }) => all || retired_at === null);
    const { seq: _seq, logged_as: _loggedAs, ...founding } = await foundingState(db);
    const listed = STAFF_ORDER.pageOfAll(people, page);
    const data = listed.data.map((person) => ({ ...person, able: able.has(person.id) }));
    return { ...listed, data, founding };
  },
  'staff.invite': async ({ context, servers }, actor, wanted) => {
    // What the founder has configured until then counts; afterwards it takes two people.
    await settleServers(context, servers, { isService: false });
    return inviteStaff(context, actor, wanted);
  },
  'staff.invite_again': ({ context }, actor, { person }) => inviteAgain(context, actor, person),
  'staff.withdraw_invitation': ({ context }, actor, { person }) => withdrawInvitation(context, actor, person),
  'staff.claim': ({ context }, _, { code }) => claimInvitation(context, code),
  'staff.confirm': ({ context }, actor, { person, check }) => confirmClaim(context, actor, person, check),
  'staff.rotate_token': ({ context }, actor, { prefix }) => rotateOwnToken(context, actor, prefix),
  'staff.revoke_token': twoPersonBinding(staffRequests['staff.revoke_token']),
  'staff.set_roles': twoPersonBinding(staffRequests['staff.set_roles']),
  'staff.retire': twoPersonBinding(staffRequests['staff.retire']),
  'staff.erase': twoPersonBinding(staffRequests['staff.erase']),
};

export const foundingBindings: Bindings<ActsAbout<'founding'>> = {
  'founding.return': async ({ context, pinnedKey }, actor, { reason }) => {
    // It counts the days that have a seal in the log.
    await requireTrustedEntries(context.store.db, await pinnedKey());
    return returnToFounding(context, actor, reason);
  },
  'founding.stop': ({ context }, actor, { reason = '' }) => stopFoundingNotice(context, actor, reason),
};
