// Bindings of the acts about staff.

import { createStaff, issueToken, listStaff, retireStaff, revokeToken, setRoles } from '../accounts/staff.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const staffBindings: Bindings<ActsAbout<'staff'>> = {
  'staff.list': {
    perform: async ({ context }, _, { all = false }) => ({
      data: (await listStaff(context.store.db)).filter(({ retired_at }) => all || retired_at === null),
    }),
  },
  'staff.add': {
    audit: ['staff.created'],
    perform: ({ context }, actor, wanted) => createStaff(context, actor, wanted),
  },
  'staff.issue_token': {
    audit: ['staff.token_issued'],
    perform: ({ context }, actor, { person }) => issueToken(context, actor, person),
  },
  'staff.revoke_token': {
    audit: ['staff.token_revoked'],
    perform: async ({ context }, actor, { prefix }) => {
      await revokeToken(context, actor, prefix);
      return {};
    },
  },
  'staff.set_roles': {
    audit: ['staff.roles_set'],
    perform: async ({ context }, actor, { person, roles }) => {
      await setRoles(context, actor, person, roles);
      return {};
    },
  },
  'staff.retire': {
    audit: ['staff.retired'],
    perform: async ({ context }, actor, { person }) => {
      await retireStaff(context, actor, person);
      return {};
    },
  },
};
