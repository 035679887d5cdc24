// People for tests: enrolled by invitation, as on a real desk, and acts that take two people done by both at once.

import { addFirstOperator } from '@rf-indicators/core/accounts/founding';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { claimInvitation, confirmClaim, inviteStaff } from '@rf-indicators/core/accounts/staff-invitations';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { activateMethodology } from '@rf-indicators/core/desk/methodology/activation';
import {
  enrolOfficerKey,
  type NewOfficerKey,
  retireOfficerKey,
} from '@rf-indicators/core/desk/methodology/officer-keys';
import type { StaffRole } from '@rf-indicators/core/store/schema';

export interface Enrolled {
  actor: Actor;
  token: string;
  prefix: string;
}

export async function firstOperator(desk: Context, name = 'Olga'): Promise<Enrolled> {
  const { token, prefix } = await desk.store.transaction((writes) => addFirstOperator(desk, writes, name));
  return { actor: await authenticate(desk, token), token, prefix };
}

/** `second` confirms the claim; nobody has to while the store is being founded. */
export async function enrol(
  desk: Context,
  inviter: Actor,
  person: { name: string; roles: readonly StaffRole[] },
  second?: Actor,
): Promise<Enrolled> {
  const { code } = await inviteStaff(desk, inviter, person);
  const { token, prefix, check, active } = await claimInvitation(desk, code);
  if (!active) await confirmClaim(desk, second!, person.name, check);
  return { actor: await authenticate(desk, token), token, prefix };
}

/** By one person, as while a store is being founded; or by two. */
export function enrolKey(
  desk: Context,
  requester: Actor,
  key: NewOfficerKey,
  approver: Actor | null = null,
): Promise<string> {
  return desk.store.transaction((writes) => enrolOfficerKey(desk, writes, { requester, approver }, key));
}

export function retireKey(desk: Context, requester: Actor, keyId: string): Promise<void> {
  return desk.store.transaction((writes) =>
    retireOfficerKey(desk, writes, { requester, approver: null }, keyId),
  );
}

export function activate(
  desk: Context,
  requester: Actor,
  digest: string,
  notes: string,
  approver: Actor | null = null,
  urgent?: string,
) {
  return activateMethodology(desk, { requester, approver }, digest, notes, async () => undefined, { urgent });
}
