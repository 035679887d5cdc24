// The people that a user is: members of workspaces and at most one member of staff. Roles stay in their own tables.

import { findMember, type Member } from '../accounts/members.ts';
import { type Actor, activeStaff, rolesOf } from '../context/actor.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';

export type SignedInPerson = { kind: 'staff'; actor: Actor } | { kind: 'member'; member: Member };

/** As sessions and audit records name a person. */
export function personKey(person: SignedInPerson): string {
  return person.kind === 'staff' ? `staff/${person.actor.id}` : `members/${person.member.id}`;
}

/** Only people who may act: not retired, not removed, and not in a suspended workspace. Staff come first. */
export async function peopleOf(db: Queries | Writes, userId: string): Promise<SignedInPerson[]> {
  const staff = await provedRows(db, 'user_staff', () =>
    db.selectFrom('user_staff').selectAll().where('user_id', '=', userId).execute(),
  );
  const members = await provedRows(db, 'user_members', () =>
    db
      .selectFrom('user_members')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('linked_at')
      .orderBy('member_id')
      .execute(),
  );
  const found = [
    ...(await Promise.all(staff.map(({ staff_id }) => staffPerson(db, staff_id)))),
    ...(await Promise.all(members.map(({ member_id }) => memberPerson(db, member_id)))),
  ];
  return found.filter((person) => person !== null);
}

/** The person that a session acts as; null if the user is not that person, or the person may no longer act. */
export async function personOf(
  db: Queries | Writes,
  userId: string,
  key: string,
): Promise<SignedInPerson | null> {
  return (await peopleOf(db, userId)).find((person) => personKey(person) === key) ?? null;
}

async function staffPerson(db: Queries | Writes, id: string): Promise<SignedInPerson | null> {
  const person = await activeStaff(db, id);
  if (person === undefined) return null;
  return { kind: 'staff', actor: { id, name: person.name, roles: await rolesOf(db, id) } };
}

async function memberPerson(db: Queries | Writes, id: string): Promise<SignedInPerson | null> {
  const member = await findMember(db, id);
  return member === null || member.workspace.suspended_at !== null ? null : { kind: 'member', member };
}
