// Who acts for the maker: a member of staff, or the service itself.

import type { StaffRole } from '../store/schema.ts';
import { Refusal } from './refusal.ts';

export interface Actor {
  id: string;
  name: string;
  roles: readonly StaffRole[];
}

/** For scheduled work that nobody has to ask for. */
export const SERVICE: Actor = { id: 'service', name: 'the service', roles: [] };

export function requireRole(actor: Actor, ...roles: StaffRole[]): void {
  if (roles.some((role) => actor.roles.includes(role))) return;
  throw new Refusal('insufficient_role', `This requires the ${roles.join(' or ')} role.`);
}
