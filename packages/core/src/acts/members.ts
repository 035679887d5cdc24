// Bindings of the acts about members of a workspace.

import { eraseMember } from '../accounts/member-erasure.ts';
import { listMembers, MEMBER_ORDER } from '../accounts/member-list.ts';
import { addMember, issueMemberToken, removeMember, revokeMemberToken } from '../accounts/members.ts';
import { withSignIns } from '../identity/invitations.ts';
import type { ActsAbout, Bindings } from './binding.ts';

/** Those of sign-in are in a file of their own. */
type MemberAct = Exclude<ActsAbout<'members'>, 'members.invite' | 'members.invite_again' | 'members.confirm'>;

export const memberBindings: Bindings<MemberAct> = {
  'members.list': async ({ context }, { id, name }, { all = false, ...page }) => {
    const listed = await MEMBER_ORDER.page(page, (portion) =>
      listMembers(context.store.db, id, { ...portion, withoutRemoved: !all }),
    );
    return { ...listed, data: await withSignIns(context, listed.data), workspace: { id, name } };
  },
  'members.add': ({ context }, member, wanted) => addMember(context, member, wanted),
  'members.remove': ({ context }, member, { person }) => removeMember(context, member, person),
  'members.erase': async ({ context }, actor, { workspace, person }) => ({
    erased_as: await eraseMember(context, actor, workspace, person),
  }),
  'members.issue_token': ({ context }, member, { person }) => issueMemberToken(context, member, person),
  'members.revoke_token': ({ context }, member, { prefix }) => revokeMemberToken(context, member, prefix),
};
