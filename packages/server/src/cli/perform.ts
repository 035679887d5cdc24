// How commands perform acts, whether on the store of this machine or on a server.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';

/** Options that were not given are undefined, and left out of the input. */
type Given<Input> = { [Member in keyof Input]: Input[Member] | undefined };

export type Perform = <Name extends ActName>(
  name: Name,
  input: Given<InputOf<Name>>,
) => Promise<AnswerOf<Name>>;

/** The member whose token it is. */
export interface Self {
  name: string;
  workspace: { name: string };
}

export type TokenKind = 'member' | 'staff';

/** The places where acts can be performed: the store of this machine, or a server. */
export interface ActPlace {
  /** Throws a refusal for a token that is not valid, and prints what every member of staff should know. */
  asStaff<T>(token: () => string, work: (perform: Perform) => Promise<T>): Promise<T>;
  asMember<T>(
    token: () => string,
    work: (perform: Perform, self: () => Promise<Self>) => Promise<T>,
  ): Promise<T>;
  /** For acts that need no sign-in. */
  asNobody<T>(work: (perform: Perform) => Promise<T>): Promise<T>;
  /** For reads of what does not belong to a workspace: a store can be read without a token, a server cannot. */
  reading<T>(work: (perform: Perform) => Promise<T>): Promise<T>;
}

export function isStaffToken(token: string): boolean {
  return token.startsWith('rf_staff_');
}

/** Without the members that are undefined, which JSON and the acts do not know. */
export function givenInput<Name extends ActName>(input: Given<InputOf<Name>>): InputOf<Name> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as InputOf<Name>;
}

/** What every member of staff should know, whatever they came for. */
export async function foundingWarnings(perform: Perform): Promise<string[]> {
  const { state, effective_at } = (await perform('staff.list', { limit: 1 })).founding;
  if (state !== 'notice') return [];
  const from = new Date(effective_at!).toISOString().slice(0, 10);
  return [
    `Notice was given that this store returns to its founding from ${from}, when one person can enrol others alone. ` +
      'To stop it: rf staff founding stop',
  ];
}
