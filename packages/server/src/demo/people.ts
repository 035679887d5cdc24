// People who can sign in to the demo: one for each role of the desk and a second reviewer, four members of one workspace, and the Contract
// Admin of an Enterprise workspace. They are invited, and their claims confirmed, as those of real people are.

import { randomBytes } from 'node:crypto';
import { type MemberRole, STAFF_ROLES, type StaffRole } from '@rf-indicators/contract/acts';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember, type Member } from '@rf-indicators/core/accounts/members';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import { requireDemo } from '@rf-indicators/core/context/beginning';
import type { Context } from '@rf-indicators/core/context/context';
import { claimWithHash, confirmMemberClaim, confirmSignIn } from '@rf-indicators/core/identity/claims';
import {
  beginRecovery,
  inviteMember,
  inviteMemberAgain,
  inviteStaffToSignIn,
  type SignInInvitation,
} from '@rf-indicators/core/identity/invitations';
import { hashPassword } from '@rf-indicators/core/identity/passwords';
import { type DemoPerson, readCredentialsFile, writeCredentialsFile } from './credentials-file.ts';
import { CUSTOMER } from './customer-history.ts';
import { ISSUED } from './staff-tokens.ts';
import { ENTERPRISE_CUSTOMER, PEOPLE } from './story.ts';

type Person = keyof typeof PEOPLE;

const STAFF: readonly {
  email: string;
  role: StaffRole;
  to: Person;
  invitedBy: Person;
  confirmedBy: Person;
}[] = [
  ...STAFF_ROLES.map((role) => ({
    email: `${role.replaceAll('_', '-')}@demo.example`,
    role,
    ...ISSUED[role],
  })),
  {
    ...{ email: 'second-reviewer@demo.example', role: 'reviewer', to: 'secondReviewer' },
    ...{ invitedBy: 'operator', confirmedBy: 'officer' },
  },
];

interface DemoMember {
  email: string;
  role: MemberRole;
  name: string;
}

/** By workspace. Each Contract Admin has claimed their workspace already, with a code. */
const MEMBERS: Readonly<Record<string, readonly DemoMember[]>> = {
  [CUSTOMER]: [
    { email: 'admin@larkfield.example', role: 'contract_admin', name: 'Ada Wren' },
    { email: 'risk@larkfield.example', role: 'risk_officer', name: 'Rio Ashby' },
    { email: 'developer@larkfield.example', role: 'developer', name: 'Dev Marsh' },
    { email: 'viewer@larkfield.example', role: 'viewer', name: 'Vera Holt' },
  ],
  [ENTERPRISE_CUSTOMER]: [{ email: 'admin@brackenmoor.example', role: 'contract_admin', name: 'Bea Thorn' }],
};

/**
 * A slow hash protects passwords that people choose. These are random and cannot be guessed, and a slow hash of each would
 * take most of the time in which the demo is made.
 */
const COST = { N: 2 ** 10, r: 8, p: 1 };

/** Keeps the passwords of the file, and gives new ones to everybody else. */
export async function prepareDemoPeople(context: Context, dataDir: string): Promise<void> {
  await requireDemo(context.store.db);
  const credentials = readCredentialsFile(dataDir)!;
  const people: DemoPerson[] = [];
  const prepare = async (
    person: Omit<DemoPerson, 'password'>,
    invite: () => Promise<SignInInvitation>,
    confirm: (invitation: string, check: string) => Promise<void>,
  ): Promise<void> => {
    const kept = credentials.people?.find(({ email }) => email === person.email);
    if (kept !== undefined && (await hasPassword(context, person.email))) {
      people.push(kept);
      return;
    }
    const password = randomBytes(15).toString('base64url');
    const { id, code } = await invite();
    const { check, active } = await claimWithHash(context, code, await hashPassword(password, COST));
    if (!active) await confirm(id, check!);
    people.push({ ...person, password });
  };

  const staff = await listStaff(context.store.db);
  const actor = (who: keyof typeof PEOPLE): Actor => staff.find(({ name }) => name === PEOPLE[who].name)!;
  for (const { email, role, to, invitedBy, confirmedBy } of STAFF) {
    // A demo that an earlier version began has no second reviewer.
    if (!staff.some(({ name }) => name === PEOPLE[to].name)) continue;
    await prepare(
      { email, roles: [role] },
      () => inviteStaffToSignIn(context, actor(invitedBy), { person: PEOPLE[to].name, email }),
      (invitation, check) => confirmSignIn(context, actor(confirmedBy), { invitation, check }),
    );
  }
  const recoverAdmin = { requester: actor('operator'), approver: actor('reviewer') };
  for (const [workspaceName, wanted] of Object.entries(MEMBERS)) {
    const workspace = (await findWorkspace(context.store.db, workspaceName))!;
    const members = (await listMembers(context.store.db, workspace.id)).filter(
      (one) => one.removed_at === null,
    );
    const admin = (await findMember(
      context.store.db,
      members.find(({ role }) => role === 'contract_admin')!.id,
    ))!;
    for (const { email, role, name } of wanted) {
      const person = { email, roles: [role], workspace: workspace.name };
      if (role === 'contract_admin') {
        await prepare(
          person,
          // Nobody else in the workspace could confirm a claim of its only Contract Admin.
          () =>
            context.store.transaction((writes) =>
              beginRecovery(context, writes, recoverAdmin, {
                workspace: workspace.id,
                person: admin.id,
                email,
              }),
            ),
          (invitation, check) => confirmSignIn(context, actor('reviewer'), { invitation, check }),
        );
      } else {
        await prepare(
          person,
          () => inviteColleague(context, admin, { email, role, name }, members),
          (_, check) => confirmMemberClaim(context, admin, { person: name, check }),
        );
      }
    }
  }
  await writeCredentialsFile(dataDir, { ...credentials, people });
}

function inviteColleague(
  context: Context,
  admin: Member,
  { email, role, name }: DemoMember,
  members: readonly { name: string }[],
): Promise<SignInInvitation> {
  return members.some((one) => one.name === name)
    ? inviteMemberAgain(context, admin, { person: name, email })
    : inviteMember(context, admin, { name, role, email });
}

async function hasPassword({ store: { db } }: Context, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_credentials')
    .innerJoin('users', 'users.id', 'user_credentials.user_id')
    .select('user_credentials.id')
    .where('email', '=', email)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return found !== undefined;
}
