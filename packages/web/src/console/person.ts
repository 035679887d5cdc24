// The member who acts in a workspace, for its pages.

import { createContext, useContext } from 'react';
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
