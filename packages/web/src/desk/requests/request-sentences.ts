// What a request would do, in plain words and facts.

import type { RequestWords } from '@rf-indicators/contract/acts';
import { type Formats, fillTemplate } from '@rf-indicators/contract/template';
import { count, inWords, roleName } from '../../ui/format.ts';

/** Names of staff, by their ids. */
export type StaffNames = ReadonlyMap<string, string>;

declare const __REQUESTS__: Readonly<Record<string, RequestWords>>;
const REQUESTS = __REQUESTS__;

/** What approving would do. */
export function sentenceOf(
  act: string,
  subject: string,
  input: Record<string, unknown>,
  names: StaffNames,
): string {
  const formats: Formats = {
    staff: (person) => names.get(String(person)) ?? String(person),
    roles: (roles) => {
      const all = (roles as string[]).map(roleName);
      return `${all.length === 1 ? 'the role' : 'the roles'} ${all.join(', ')}`;
    },
    words: (name) => inWords(String(name)),
    count: (value) => count(Number(value)),
  };
  return (
    fillTemplate(REQUESTS[act]?.sentence ?? act, { ...input, subject: subject.split('/')[1] }, formats) ?? act
  );
}

const FACTS = {
  notes: 'Notes, published',
  urgent: 'Why without notice, published',
  reason: 'Reason',
  public_key: 'Public key',
  email: 'Address',
};

/** What the input says beside the sentence. */
export function factsOf(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FACTS).flatMap(([member, label]) => {
      const value = input[member];
      return typeof value === 'string' && value !== '' ? [[label, value] as const] : [];
    }),
  );
}

export function kindOf(act: string): string {
  return REQUESTS[act]?.kind ?? act;
}
