// The member who acts in a workspace, what they may do, and who can do the rest.

import { createContext, useContext } from 'react';
import { useRead } from '../api/acts.ts';
import type { Person } from '../api/session.ts';

export const PersonContext = createContext<Person | null>(null);

/** The member who acts. */
export function usePerson(): Person {
  return useContext(PersonContext)!;
}

export function mayManageKeys({ roles }: Person): boolean {
  return roles.includes('contract_admin') || roles.includes('developer');
}

export function isContractAdmin({ roles }: Person): boolean {
  return roles.includes('contract_admin');
}

/** The names of the Contract Admins, "Ada, Bea"; undefined until they are known, or while they are not wanted. */
export function useContractAdmins(enabled: boolean): string | undefined {
  const members = useRead('members.list', { limit: 1000 }, { enabled });
  const admins = members.data?.data.filter(({ role }) => role === 'contract_admin');
  return admins?.map(({ name }) => name).join(', ');
}
