// Who is signed in. The cookie is out of reach of scripts, so the server is asked.

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { isProblem } from './problem.ts';
import { send } from './send.ts';
import { markSignedIn } from './signed-in-mark.ts';

export interface Person {
  acting_as: string;
  name: string;
  roles: string[];
  /** null for staff. */
  workspace: string | null;
}

export interface Session {
  user: { id: string; email: string; name: string };
  acting_as: string;
  is_fresh: boolean;
  people: Person[];
}

export const SESSION_KEY = ['session'];

/** null if nobody is signed in. */
export async function readSession(): Promise<Session | null> {
  try {
    const session = await send<Session>('GET', '/api/auth/session');
    markSignedIn(true);
    return session;
  } catch (error) {
    if (!isProblem(error, 'not_signed_in')) throw error;
    markSignedIn(false);
    return null;
  }
}

export function useSession(): UseQueryResult<Session | null> {
  return useQuery({
    queryKey: SESSION_KEY,
    // A page stays open for whom it was opened, so that nothing typed is lost: its next request asks to sign in again.
    queryFn: async ({ client }) =>
      (await readSession()) ?? client.getQueryData<Session | null>(SESSION_KEY) ?? null,
    staleTime: 60_000,
  });
}

export function actingPerson(session: Session): Person {
  return session.people.find(({ acting_as }) => acting_as === session.acting_as)!;
}

/** The person whose workspace has this path; undefined if the user is not a member of it. */
export function memberAt(session: Session, path: string): Person | undefined {
  return session.people.find((person) => !isStaff(person) && workspacePath(session, person) === path);
}

export function isStaff(person: Person): boolean {
  return person.workspace === null;
}

/** A workspace in addresses: larkfield-demo. Two names that are alike get numbers. */
export function workspacePath({ people }: Session, { acting_as, workspace }: Person): string {
  const slug = slugOf(workspace!);
  const alike = people.filter((person) => person.workspace !== null && slugOf(person.workspace) === slug);
  const at = alike.findIndex((person) => person.acting_as === acting_as);
  return at > 0 ? `${slug}-${at + 1}` : slug;
}

/** Where a person works: at the desk, or in a workspace. */
export function areaPath(session: Session, person: Person): string {
  return isStaff(person) ? '/desk' : `/console/${workspacePath(session, person)}`;
}

function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    // Accents of Latin letters, so that ö becomes o.
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' || RESERVED.has(slug) ? `${slug}-workspace`.replace(/^-/, '') : slug;
}

/** Addresses below /console that are not of a workspace. */
const RESERVED = new Set(['documents', 'events']);

export async function signOut(): Promise<void> {
  await send('POST', '/api/auth/sign-out', {});
  markSignedIn(false);
  // A new page: nothing that was read stays in memory.
  location.assign('/sign-in');
}
