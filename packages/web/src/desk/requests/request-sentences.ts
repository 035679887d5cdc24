// What a request would do, in plain words and facts.

import { bandName } from '../../charts/bands.ts';
import { count, hundredths, inWords, roleName } from '../../ui/format.ts';

/** Names of staff, by their ids. */
export type StaffNames = ReadonlyMap<string, string>;

interface Given {
  person?: string;
  roles?: string[];
  prefix?: string;
  officer?: string;
  public_key?: string;
  key_id?: string;
  framework?: string;
  notes?: string;
  urgent?: string;
  reason?: string;
  run?: string;
  name?: string;
  value?: number;
  workspace?: string;
  email?: string;
}

type Sentence = (given: Given, nameOf: (person: string | undefined) => string) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'staff.set_roles': ({ person, roles = [] }, nameOf) =>
    `Give ${nameOf(person)} ${roles.length === 1 ? 'the role' : 'the roles'} ${roles.map(roleName).join(', ')}, in place of those held now`,
  'staff.retire': ({ person }, nameOf) =>
    `Retire ${nameOf(person)}: every token is revoked, the work stays on record`,
  'staff.erase': ({ person }, nameOf) => `Erase the name of ${nameOf(person)} from all records, for good`,
  'staff.revoke_token': ({ prefix }) => `Revoke the staff token ${prefix}`,
  'officer_keys.enrol': ({ officer }, nameOf) =>
    `Enrol a key of ${nameOf(officer)}, who can then sign frameworks with it`,
  'officer_keys.retire': ({ key_id }) => `Retire the officer's key ${key_id}: it can no longer sign`,
  'frameworks.activate': ({ framework }) =>
    `Activate the framework ${framework}, and publish what it changes for every provider`,
  'frameworks.cancel': ({ framework }) => `Cancel the framework ${framework}: it never takes effect`,
  'runs.discard': () => 'Discard a draft that lowers a band or corrects something: it will not be published',
  'rules.set': ({ name, value }) => `Set ${inWords(name ?? '')} to ${count(value ?? 0)}`,
  'sign_ins.recover': ({ person, workspace }) => `Let ${person} of ${workspace} sign in again`,
};

/** What approving would do. */
export function sentenceOf(act: string, input: Record<string, unknown>, names: StaffNames): string {
  const nameOf = (person: string | undefined) => names.get(person ?? '') ?? person ?? 'somebody';
  return SENTENCES[act]?.(input as Given, nameOf) ?? act;
}

const FACTS: Readonly<Partial<Record<keyof Given, string>>> = {
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

const KINDS: Readonly<Record<string, string>> = {
  'staff.set_roles': 'Staff roles',
  'staff.retire': 'Staff retirement',
  'staff.erase': 'Erasure',
  'staff.revoke_token': 'Staff token',
  'officer_keys.enrol': 'Officer key',
  'officer_keys.retire': 'Officer key',
  'frameworks.activate': 'Framework',
  'frameworks.cancel': 'Framework',
  'runs.discard': 'Discard of a draft',
  'rules.set': 'Two-person rule',
  'sign_ins.recover': 'Sign-in',
  withdrawal: 'Withdrawal',
};

export function kindOf(act: string): string {
  return KINDS[act] ?? act;
}

export function withdrawalSentence(name: string, score: number, band: string): string {
  return `Withdraw the indicator of ${name} (${hundredths(score)}, ${bandName(band)}): no score is published until two people reinstate it`;
}
