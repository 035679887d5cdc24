// Bindings of the acts about sign-in with an email address.

import { isBeingFounded } from '../accounts/founding.ts';
import { memberNamed } from '../accounts/member-list.ts';
import { requireRequestedPerson } from '../accounts/requests.ts';
import { requireWorkspace } from '../accounts/workspaces.ts';
import { confirmMemberClaim, confirmSignIn } from '../identity/claims.ts';
import {
  beginRecovery,
  INVITATION_ORDER,
  inviteFirstAdmin,
  inviteMember,
  inviteMemberAgain,
  inviteStaffToSignIn,
  listInvitations,
  readEmail,
  type SignInInvitation,
  showLink,
} from '../identity/invitations.ts';
import { mailLink } from '../identity/mails.ts';
import { linksOf, unlink } from '../identity/provider-links.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';
import { twoPeople, twoPersonBinding } from './two-people.ts';

const recover = twoPeople('sign_ins.recover', {
  // Also while the store is being founded: it lets somebody into the workspace of a customer.
  alone: async () => false,
  check: async ({ context }, _, { workspace, person, email }) => {
    readEmail(email);
    const { id } = await requireWorkspace(context.store.db, workspace);
    const member = await memberNamed(context.store.db, id, person);
    return { subject: `members/${member.id}`, extra: {} };
  },
  perform: async (services, people, input, commit, requestId) => {
    const invited = await services.context.store.transaction(async (writes) => {
      await commit(writes);
      const { id } = await requireWorkspace(writes, input.workspace);
      const member = await memberNamed(writes, id, input.person);
      await requireRequestedPerson(writes, requestId, member, 'members');
      return beginRecovery(services.context, writes, people, input);
    });
    await mailed(services, invited);
  },
});

const removeLink = twoPeople('sign_ins.unlink', {
  alone: isBeingFounded,
  check: async ({ context }, _, { person }) => {
    const { id } = await linksOf(context.store.db, person);
    return { subject: `staff/${id}`, extra: {} };
  },
  perform: ({ context }, people, { person }, commit, requestId) =>
    context.store.transaction(async (writes) => {
      await commit(writes);
      await requireRequestedPerson(writes, requestId, await linksOf(writes, person));
      await unlink(context, writes, people, person);
    }),
});

export const signInRequests = { 'sign_ins.recover': recover, 'sign_ins.unlink': removeLink };

/** The link is mailed after the transaction; a mail that fails leaves an invitation whose link an operator can show. */
async function mailed({ signInLinks }: ActServices, invited: SignInInvitation) {
  const { id: invitation, person, expires_at } = invited;
  return { invitation, person, expires_at, mailed: await mailLink(signInLinks(), invited) };
}

type SignInAct = ActsAbout<'sign_ins'> | 'members.invite' | 'members.invite_again' | 'members.confirm';

export const signInBindings: Bindings<SignInAct> = {
  'members.invite': async (services, member, wanted) =>
    mailed(services, await inviteMember(services.context, member, wanted)),
  'members.invite_again': async (services, member, wanted) =>
    mailed(services, await inviteMemberAgain(services.context, member, wanted)),
  'members.confirm': ({ context }, member, claim) => confirmMemberClaim(context, member, claim),
  'sign_ins.list': async ({ context }, _, page) =>
    INVITATION_ORDER.pageOfAll(await listInvitations(context), page),
  'sign_ins.invite_staff': async (services, actor, wanted) =>
    mailed(services, await inviteStaffToSignIn(services.context, actor, wanted)),
  'sign_ins.invite_admin': async (services, actor, wanted) =>
    mailed(services, await inviteFirstAdmin(services.context, actor, wanted)),
  'sign_ins.show_link': async ({ context, signInLinks }, actor, { invitation }) => {
    const { code, email, expires_at } = await showLink(context, actor, invitation);
    return { link: signInLinks().link('invitation', code), email, expires_at };
  },
  'sign_ins.confirm': ({ context }, actor, claim) => confirmSignIn(context, actor, claim),
  'sign_ins.recover': twoPersonBinding(recover),
  'sign_ins.unlink': twoPersonBinding(removeLink),
};
