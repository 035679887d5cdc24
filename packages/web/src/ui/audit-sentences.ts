// What a record of the audit trail says, as a sentence without its subject: "Approved 3 inputs". The table of acts has
// the sentences.

import { AUDIT_ACTIONS } from '@rf-indicators/contract/audit-actions';
import { type Formats, fillFirst } from '@rf-indicators/contract/template';
import { eventName } from './event-names.ts';
import { date, plural, roleName, tierName, type When } from './format.ts';

const FORMATS: Formats = {
  count: (value, noun) => {
    const [one = '', many] = noun.split(',');
    return plural(Array.isArray(value) ? value.length : (value as number), one, many);
  },
  date: (value) => date(value as When),
  event: (value) => eventName(value as string),
  /** Nothing, if the list has this entry. */
  has: (value, entry) => ((value as string[]).includes(entry) ? '' : null),
  lower: (value) => (value as string).toLowerCase(),
  role: (value) => roleName(value as string),
  roles: (value) => (value as string[]).map(roleName).join(', '),
  spaces: (value) => withSpaces(value as string),
  tier: (value) => tierName(value as string),
};

/** What a sentence is made of. */
export interface Recorded {
  action: string;
  subject: string;
  subject_name: string | null;
  before: unknown;
  after: unknown;
}

/** The name of what a record is about, by its subject; undefined for what no longer exists. */
export type NameOf = (subject: string) => string | undefined;

export function sentenceOf(record: Recorded, nameOf: NameOf = () => undefined): string {
  const { action, subject, subject_name, before, after } = record;
  const words = wordsFor(action);
  if (words === null) return plainWords(action);
  const name = subject_name ?? nameOf(subject) ?? knownName(subject);
  return fillFirst(words.sentence, { before, after, name }, FORMATS);
}

/** What was done, with how often: "3 inputs approved". */
export function newsSentence(action: string, count: number): string {
  const news = wordsFor(action)?.news ?? null;
  if (news !== null) return fillFirst(news, { count }, FORMATS);
  return `${plainWords(action)}${count === 1 ? '' : `, ${plural(count, 'time')}`}`;
}

/** Null for an action that only a newer server knows. */
function wordsFor(action: string): { sentence: readonly string[]; news: string | null } | null {
  return Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] : null;
}

function plainWords(action: string): string {
  const words = withSpaces(action);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function withSpaces(name: string): string {
  return name.replaceAll(/[._]/g, ' ');
}

const GONE: Readonly<Record<string, string>> = {
  keys: 'that was removed',
  webhooks: 'that was removed',
  members: 'a former member',
  staff: 'a former colleague',
};

/** From the subject alone. An id says nothing to a reader. */
function knownName(subject: string): string {
  const [kind = '', name = subject] = subject.split('/');
  return GONE[kind] ?? (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(name) ? 'that has no name any more' : name);
}
