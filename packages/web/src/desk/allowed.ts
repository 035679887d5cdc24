// Why somebody may not do something, in words, before they try. The server decides; this only says it beforehand.

import type { StaffRole } from '@rf-indicators/contract/acts';
import type { Person } from '../api/session.ts';
import { roleName } from '../ui/format.ts';

/** Null if one of the person's roles is enough. */
export function notAllowedUnless(person: Person, roles: readonly StaffRole[]): string | null {
  if (person.roles.some((role) => roles.includes(role as StaffRole))) return null;
  const names = roles.map((role) => roleName(role).toLowerCase());
  const last = names.pop()!;
  return `you need the ${names.length === 0 ? last : `${names.join(', ')} or ${last}`} role`;
}
