// The actor of a staff act: a member of staff, or the service itself.

import { ACTS, type StaffActName, type StaffReadName, type WhoMay } from '@rf-indicators/contract/acts';
import type { StaffRole } from '../store/schema.ts';
import { Refusal } from './refusal.ts';

export interface Actor {
  id: string;
  name: string;
  roles: readonly StaffRole[];
}

/** For scheduled work. */
export const SERVICE: Actor = { id: 'service', name: 'the service', roles: [] };

/** Checks the roles that the table of acts lists for this act. */
export function requireMay(actor: Actor, act: StaffActName | StaffReadName): void {
  const { staff }: WhoMay = ACTS[act].who;
  const roles = staff ?? [];
  if (!roles.some((role) => actor.roles.includes(role))) throw missingRole(roles, actor.name);
}

export function missingRole(roles: readonly string[], name: string): Refusal {
  return new Refusal(
    'insufficient_role',
    `This requires the ${roles.join(' or ')} role, which ${name} does not have.`,
  );
}
