// Who votes in the committee now: people on the staff with a role that votes, whom somebody has confirmed.

import { VOTER_ROLES } from '@rf-indicators/contract/committee-rule';
import { listStaff } from '../../accounts/staff.ts';
import type { StaffRole } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';

export interface Voter {
  id: string;
  name: string;
  roles: readonly StaffRole[];
}

/** In the order in which they joined. */
export async function voters(db: Queries | Writes): Promise<Voter[]> {
  return (await listStaff(db))
    .filter(({ status, roles }) => status === 'active' && roles.some(votes))
    .map(({ id, name, roles }) => ({ id, name, roles }));
}

function votes(role: StaffRole): boolean {
  return (VOTER_ROLES as readonly StaffRole[]).includes(role);
}
