// The people who can take part in acts that need two people.

import type { StaffRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { listStaff, type StaffMember } from './staff.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A token that was not used for this long may be lost, and its holder gone. */
const IDLE_DAYS = 90;

/** Analysts propose; they do not approve. */
const SECOND_PERSON_ROLES: readonly StaffRole[] = ['operator', 'reviewer', 'chief_risk_officer'];

/**
 * Whoever can approve and has a token that works and is in use. A person who is waiting for a new token has declared
 * that the old one is lost.
 */
export async function ablePeople(db: Queries | Writes, now: number): Promise<StaffMember[]> {
  return (await listStaff(db)).filter((person) => isAble(person, now));
}

export function isAble({ status, roles, tokens, invitation }: StaffMember, now: number): boolean {
  if (status !== 'active') return false;
  if (invitation !== null && (invitation.claimed_at !== null || invitation.expires_at > now)) return false;
  if (!roles.some((role) => SECOND_PERSON_ROLES.includes(role))) return false;
  return tokens.some(
    ({ revoked_at, confirmed_at, last_used_at }) =>
      revoked_at === null && confirmed_at !== null && (last_used_at ?? confirmed_at) > now - IDLE_DAYS * DAY,
  );
}
