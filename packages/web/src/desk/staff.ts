// The member of staff who acts at the desk, for its pages.

import { createContext, useContext } from 'react';
import type { Person } from '../api/session.ts';

export const StaffContext = createContext<Person | null>(null);

export function useStaff(): Person {
  return useContext(StaffContext)!;
}

/** As proposals and decisions name them. */
export function staffId({ acting_as }: Person): string {
  return acting_as.slice(acting_as.indexOf('/') + 1);
}
