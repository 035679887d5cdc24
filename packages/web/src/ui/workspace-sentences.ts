// What a record about a workspace says in the audit trail, as a sentence without its subject: "Created the key backend".

import { eventName } from './event-names.ts';
import { date, plural, roleName, tierName } from './format.ts';

/** The members of a record that sentences use. Older records may lack some. */
interface Content {
  name?: string;
  role?: string;
  email?: string;
  tier?: string;
  key?: string;
  kind?: string;
  version?: string;
  host?: string;
  type?: string;
  because?: string;
  replaces?: string;
  since?: number;
  deliveries?: number;
  discarded?: boolean;
}

interface Told {
  before: Content;
  after: Content;
  /** The name of what it is about. */
  name: string;
}

type Sentence = string | ((told: Told) => string);

const BECAUSE: Readonly<Record<string, string>> = {
  gone: ': the receiver answered 410 Gone',
  failing: ': every attempt failed for 5 days',
};

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'key.created': ({ name, after }) =>
    after.replaces === undefined
      ? `Created the key ${after.name ?? name}${after.tier === undefined ? '' : `, ${tierName(after.tier)}`}`
      : `Created the key ${after.name ?? name} in place of the one that was rotated`,
  'key.rotated': ({ name }) => `Rotated the key ${name}`,
  'key.raised': ({ name, before, after }) => `Upgraded the key ${name}${change(before.tier, after.tier)}`,
  'key.revoked': ({ before, name }) => `Revoked the key ${before.name ?? name}`,

  'webhook.added': ({ after, name }) => `Added the endpoint ${after.host ?? name}`,
  'webhook.updated': ({ after, name }) => `Changed the endpoint ${after.host ?? name}`,
  'webhook.enabled': ({ name, after: { deliveries = 0, discarded } }) =>
    `Enabled the endpoint ${name}${deliveries === 0 ? '' : `; ${plural(deliveries, 'waiting delivery was', 'waiting deliveries were')} ${discarded ? 'cancelled' : 'sent'}`}`,
  'webhook.disabled': ({ name, after }) =>
    `Disabled the endpoint ${name}${BECAUSE[after.because ?? ''] ?? ''}`,
  'webhook.removed': ({ before, name }) => `Removed the endpoint ${before.host ?? name}`,
  'webhook.secret_given': ({ name }) => `Gave the endpoint ${name} a secret of its own`,
  'webhook.secret_rotated': ({ name }) => `Rotated the secret of the endpoint ${name}`,
  'webhook.secret_overlap_ended': ({ name }) => `Ended the overlap of the secrets of the endpoint ${name}`,
  'webhook.secret_removed': ({ name }) => `Removed the secret of the endpoint ${name}`,
  'webhook.tested': ({ name, after: { type = 'webhook.test' } }) =>
    `Sent a test event${type === 'webhook.test' ? '' : ` (${eventName(type)})`} to ${name}`,
  'webhook.redelivered': ({ name, after: { deliveries, since } }) =>
    deliveries === undefined
      ? `Sent a delivery to ${name} again`
      : `Sent ${plural(deliveries, 'delivery', 'deliveries')} to ${name} again${since === undefined ? '' : `, since ${date(since)}`}`,

  'member.added': ({ name, after }) =>
    `Added ${after.name ?? name}${after.role === undefined ? '' : ` as ${roleName(after.role)}`}`,
  'member.removed': ({ before, name }) => `Removed the member ${before.name ?? name}`,
  'member.erased': 'Erased the name of a former member',
  'member.token_issued': ({ name }) => `Issued a token to ${name}`,
  'member.token_revoked': ({ name }) => `Revoked a token of ${name}`,

  'sign_in.invited': ({ name, after }) => `Invited ${after.name ?? name} to sign in${as(after.email)}`,
  'sign_in.link_shown': ({ name }) => `Showed the invitation link of ${name}`,
  'sign_in.claimed': ({ after }) => `Accepted the invitation to sign in${as(after.email)}`,
  'sign_in.confirmed': ({ name }) => `Confirmed the sign-in of ${name}`,
  'sign_in.password_reset': 'Set a new password by email',
  'sign_in.credentials_changed': 'Changed how they sign in',
  'sign_in.recovery_begun': ({ name, after }) => `Began to recover the sign-in of ${after.name ?? name}`,

  'terms.accepted': ({ after: { kind, version } }) =>
    `Accepted the ${kind === 'agent' ? 'agent' : 'API'} terms${version === undefined ? '' : `, version ${version}`}`,

  'workspace.created': 'Created the workspace',
  'workspace.claim_code_issued': 'Issued a code to claim the workspace',
  'workspace.claimed': 'Claimed the workspace as its Contract Admin',
  'workspace.tier_set': ({ before, after }) =>
    `Set the tier of the workspace${change(before.tier, after.tier)}`,
  'workspace.pilot_enabled': 'Let the workspace take part in the agent pilot',
  'workspace.pilot_disabled': 'Ended the part of the workspace in the agent pilot',
  'workspace.suspended': 'Suspended the workspace',
  'workspace.resumed': 'Ended the suspension of the workspace',
  'workspace.secret_shown': 'Saw the signing secret of the workspace, once',
  'workspace.secret_rotated': 'Rotated the signing secret of the workspace',
  'workspace.secret_overlap_ended': 'Ended the overlap of the signing secrets of the workspace',
};

function change(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return '';
  return before === undefined ? ` to ${tierName(after)}` : ` from ${tierName(before)} to ${tierName(after)}`;
}

/** Addresses of people who left may have been erased. */
function as(email: string | undefined): string {
  return email === undefined ? '' : ` as ${email}`;
}

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

export function sentenceOf(record: Recorded, nameOf: NameOf): string {
  const { action, subject, subject_name } = record;
  const sentence = SENTENCES[action];
  // A newer server can record what this page has no words for.
  if (sentence === undefined) return plainWords(action);
  if (typeof sentence === 'string') return sentence;
  const name = subject_name ?? nameOf(subject) ?? GONE[subject.split('/')[0]!] ?? 'something';
  return sentence({ before: contentOf(record.before), after: contentOf(record.after), name });
}

function plainWords(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const GONE: Readonly<Record<string, string>> = {
  keys: 'that was removed',
  webhooks: 'that was removed',
  members: 'a former member',
};

function contentOf(content: unknown): Content {
  return typeof content === 'object' && content !== null ? content : {};
}
