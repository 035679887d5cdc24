// The people who can take part in acts that need two people.

import type { StaffRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { listStaff, type StaffMember } from './staff.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A token or a sign-in that was not used for this long may be lost, and its holder gone. */
const IDLE_DAYS = 90;

/** Analysts propose; they do not approve. */
const SECOND_PERSON_ROLES: readonly StaffRole[] = ['operator', 'reviewer', 'chief_risk_officer'];

/** People who can approve, and have a token or a sign-in that works and is in use. */
export async function ablePeople(db: Queries | Writes, now: number): Promise<StaffMember[]> {
  return (await listStaff(db)).filter((person) => isAble(person, now));
}

export function isAble(person: StaffMember, now: number): boolean {
  const { status, roles, tokens, sign_in } = person;
  if (status !== 'active' || !roles.some((role) => SECOND_PERSON_ROLES.includes(role))) return false;
  const usedSince = now - IDLE_DAYS * DAY;
  if (sign_in !== null && (sign_in.last_used_at ?? sign_in.since) > usedSince) return true;
  return tokens.some(
    ({ revoked_at, confirmed_at, last_used_at }) =>
      revoked_at === null &&
      confirmed_at !== null &&
      (last_used_at ?? confirmed_at) > usedSince &&
      !isDeclaredLost(person, last_used_at, now),
  );
}

/**
 * Inviting a person again means that the old token is lost. Using it since then shows that it is not: otherwise
 * one person could declare all colleagues lost, and return the store to its founding while they work.
 */
function isDeclaredLost({ invitation }: StaffMember, lastUsedAt: number | null, now: number): boolean {
  if (invitation === null || (invitation.claimed_at === null && invitation.expires_at <= now)) return false;
  return lastUsedAt === null || lastUsedAt <= invitation.invited_at;
}
