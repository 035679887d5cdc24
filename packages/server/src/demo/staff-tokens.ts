// A token for each role of the demo's desk, issued by invitation and confirmed by a second person like any other.

import type { StaffRole } from '@rf-indicators/contract/acts';
import { authenticate, listStaff } from '@rf-indicators/core/accounts/staff';
import { claimInvitation, confirmClaim, inviteAgain } from '@rf-indicators/core/accounts/staff-invitations';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { PEOPLE } from './story.ts';

export type DemoStaffTokens = Record<StaffRole, string>;

/** Nobody can invite or confirm themselves. */
export const ISSUED: Record<StaffRole, Record<'to' | 'invitedBy' | 'confirmedBy', keyof typeof PEOPLE>> = {
  analyst: { to: 'analyst', invitedBy: 'operator', confirmedBy: 'reviewer' },
  reviewer: { to: 'reviewer', invitedBy: 'operator', confirmedBy: 'officer' },
  chief_risk_officer: { to: 'officer', invitedBy: 'operator', confirmedBy: 'reviewer' },
  operator: { to: 'operator', invitedBy: 'officer', confirmedBy: 'reviewer' },
};

/** Tokens that still work are kept; others are issued. */
export async function demoStaffTokens(
  context: Context,
  kept: Partial<DemoStaffTokens>,
): Promise<DemoStaffTokens> {
  const staff = await listStaff(context.store.db);
  const person = (who: keyof typeof PEOPLE): Actor => staff.find(({ name }) => name === PEOPLE[who].name)!;
  const tokens: Partial<DemoStaffTokens> = {};
  for (const [role, { to, invitedBy, confirmedBy }] of Object.entries(ISSUED)) {
    const known = kept[role as StaffRole];
    if (known !== undefined && (await isHeldBy(context, known, PEOPLE[to].name))) {
      tokens[role as StaffRole] = known;
      continue;
    }
    const { code } = await inviteAgain(context, person(invitedBy), PEOPLE[to].name);
    const { token, check, active } = await claimInvitation(context, code);
    if (!active) await confirmClaim(context, person(confirmedBy), PEOPLE[to].name, check);
    tokens[role as StaffRole] = token;
  }
  return tokens as DemoStaffTokens;
}

async function isHeldBy(context: Context, token: string, name: string): Promise<boolean> {
  try {
    return (await authenticate(context, token)).name === name;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
