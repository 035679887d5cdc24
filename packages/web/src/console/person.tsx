// The member who acts in a workspace, what their role lets them do, and who can do the rest.
//
// One rule: a button or a link to an act is there for those who may perform it. Others read once, where the act would be, who
// may. A button that is there and cannot be pressed has another reason, such as terms that nobody accepted yet.

import type { ActName } from '@rf-indicators/contract/acts';
import { createContext, type ReactNode, useContext } from 'react';
import { useRead } from '../api/acts.ts';
import type { Person } from '../api/session.ts';
import { roleName } from '../ui/format.ts';
import styles from './workspace.module.css';

/** The roles of members that may perform each act, from the contract. */
declare const __MEMBER_ROLES__: Readonly<Record<ActName, readonly string[]>>;

export const PersonContext = createContext<Person | null>(null);

/** The member who acts. */
export function usePerson(): Person {
  return useContext(PersonContext)!;
}

export function useMay(act: ActName): boolean {
  return useMayAct()(act);
}

/** For a list of acts. */
export function useMayAct(): (act: ActName) => boolean {
  const { roles } = usePerson();
  return (act) => roles.some((role) => __MEMBER_ROLES__[act].includes(role));
}

/** Shows this to members who may perform the act. */
export function IfMay({ act, children }: { act: ActName; children: ReactNode }) {
  return useMay(act) ? children : null;
}

/** "A Contract Admin or developer can create keys: Ada, Bo."; null for those who may, and undefined until it is known. */
export function useWhoMay(act: ActName, doing: string): string | null | undefined {
  const may = useMay(act);
  const members = useRead('members.list', { limit: 1000 }, { enabled: !may });
  const roles = __MEMBER_ROLES__[act];
  if (may) return null;
  if (members.isPending) return undefined;
  const names = members.data?.data.filter(({ role }) => roles.includes(role)).map(({ name }) => name);
  const who = roles
    .map(roleName)
    .map((name, at) => (at === 0 || name === 'Contract Admin' ? name : name.toLowerCase()))
    .join(' or ');
  return `A ${who} can ${doing}${names === undefined ? '' : `: ${fewOf(names)}`}.`;
}

const MOST_NAMES = 5;

/** Whom to ask; all of them are on the page of members. */
function fewOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  if (more <= 1) return names.join(', ');
  return `${names.slice(0, MOST_NAMES).join(', ')} and ${more} others`;
}

/** The sentence in the place of the act. What follows is drawn when it is known, so that nothing moves. */
export function WhoMay({ act, doing }: { act: ActName; doing: string }) {
  const sentence = useWhoMay(act, doing);
  if (sentence === undefined) return <div aria-busy="true" />;
  return sentence === null ? null : <p className={styles['who-may']}>{sentence}</p>;
}
