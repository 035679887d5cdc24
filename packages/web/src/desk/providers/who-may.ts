// Who may do what about a provider, and why somebody may not. The server decides; this says it beforehand.

import type { Person } from '../../api/session.ts';

function mayOnly(person: Person, roles: readonly string[], words: string): string | null {
  return person.roles.some((role) => roles.includes(role)) ? null : words;
}

/** Null if the person may. */
export function whoMayRecord(person: Person): string | null {
  return mayOnly(person, ['analyst', 'operator'], 'An analyst or operator does this.');
}

/** Corrections and reinstatements. */
export function whoMayOperate(person: Person): string | null {
  return mayOnly(person, ['operator'], 'An operator does this, and the committee votes on it.');
}

export function whoMayNameSpecimens(person: Person): string | null {
  const words = 'An operator or chief risk officer does this, and another person approves it.';
  return mayOnly(person, ['operator', 'chief_risk_officer'], words);
}
