// What a record of the service's audit trail says, as a sentence without its subject: "Approved 3 inputs". What members
// and operators do to a workspace has the sentences of the console.

import { plural, roleName } from '../../../ui/format.ts';
import { type Recorded, sentenceOf as workspaceSentence } from '../../../ui/workspace-sentences.ts';

interface Content {
  name?: string;
  slug?: string;
  version?: string;
  framework_version?: string;
  act?: string;
  status?: string;
  value?: number;
  title?: string;
  roles?: string[];
  erased?: string[];
  proposals?: unknown;
  inputs?: unknown;
  items?: unknown;
  count?: number;
  published?: number;
}

interface Told {
  before: Content;
  after: Content;
  name: string;
}

type Sentence = string | ((told: Told) => string);

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'staff.created': ({ after, name }) => `Added ${after.name ?? name} to the staff`,
  'staff.invited': ({ after, name }) =>
    `Invited ${after.name ?? name} to the staff${after.roles === undefined ? '' : ` as ${after.roles.map(roleName).join(', ')}`}`,
  'staff.invitation_withdrawn': ({ before, name }) => `Withdrew the invitation of ${before.name ?? name}`,
  'staff.claimed': ({ name }) => `Claimed the invitation of ${name}`,
  'staff.confirmed': ({ name }) => `Confirmed ${name} with the check number`,
  'staff.token_rotated': ({ name }) => `Replaced a token of ${name}`,
  'staff.token_revoked': ({ name }) => `Revoked a token of ${name}`,
  'staff.roles_set': ({ name, after }) =>
    `Set the roles of ${name}${after.roles === undefined ? '' : `: ${after.roles.map(roleName).join(', ')}`}`,
  'staff.retired': ({ name }) => `Retired ${name}`,
  'staff.erased': 'Erased the name of somebody who left the staff',
  'founding.began': 'The store returned to its founding',
  'founding.notice_given': 'Gave notice that the store returns to its founding',
  'founding.stopped': 'Stopped the return to the founding',
  'founding.ended': 'The rule of two people came into force',

  'request.made': ({ after }) => `Requested what takes two people${inWords(after.act)}`,
  'request.approved': ({ after }) => `Approved a request${inWords(after.act)}`,
  'request.refused': ({ after }) => `Refused a request${inWords(after.act)}`,
  'request.cancelled': ({ after }) => `Cancelled a request${inWords(after.act)}`,
  'rule.set': ({ name, after }) =>
    `Set the rule ${name.replaceAll('_', ' ')}${after.value === undefined ? '' : ` to ${after.value}`}`,
  'officer_key.enrol': ({ name }) => `Enrolled the key ${name} of a chief risk officer`,
  'officer_key.retire': ({ name }) => `Retired the key ${name} of a chief risk officer`,

  'providers.imported': 'Added or changed providers from a file',
  'provider.renamed': ({ name, after }) => `Renamed the provider ${name}${to(after.name)}`,
  'provider.slug_changed': ({ name, after }) => `Changed the slug of the provider ${name}${to(after.slug)}`,
  'provider.retired': ({ name, before }) => `Retired the provider ${before.name ?? name}`,
  'provider.noted': ({ name }) => `Added a note on the provider ${name}`,
  'document.stored': 'Stored a document',
  'document.opened': 'Opened a document',
  'inputs.proposed': ({ after }) => `Proposed ${some(after, 'input')}`,
  'inputs.renewal_proposed': ({ after }) => `Proposed to renew ${some(after, 'input')}`,
  'inputs.approved': ({ after }) => `Approved ${some(after, 'input')}`,
  'inputs.rejected': ({ after }) => `Rejected ${some(after, 'input')}`,
  'input.retract': 'Retracted an approved input for a correction',
  'due.assigned': ({ name }) => `Assigned what is due of ${name}`,

  'methodology.import': ({ after }) => `Imported ${framework(after)}`,
  'methodology.sign_off': 'Recorded the sign-off of a framework',
  'methodology.activate': ({ after }) => `Activated ${framework(after)}`,
  'methodology.cancel': 'Cancelled a framework',
  'configuration.record': ({ name }) => `Recorded the configuration ${name}`,
  'signing_key.create': ({ name }) => `Created the signing key ${name}`,
  'signing_key.rotate': ({ name }) => `Rotated the signing key: ${name}`,
  'signing_key.pin': ({ name }) => `Recorded that the key ${name} is pinned outside the store`,

  'run.start': 'Started a run',
  'run.compute': 'A run was computed',
  'run.discard': 'Discarded a draft',
  'run.approve': 'Approved a draft as second person',
  'run.publish': 'Published a run',
  'run.read': 'Read a draft as a member of the committee',
  'withdrawal.refuse': 'Refused a withdrawal',
  'withdrawal.cancel': 'Cancelled a request to withdraw',
  'withdrawal.ask': ({ name }) => `Requested to withdraw the indicator of ${name}`,
  'indicator.withdraw': 'Withdrew an indicator',

  'issuance.add': ({ after, name }) => `Added the issuance ${after.name ?? name}`,
  'issuance.update': ({ after, name }) => `Changed the issuance ${after.name ?? name}`,
  'issuance.status': ({ after }) =>
    `Moved an issuance${after.status === undefined ? '' : ` to ${after.status.toLowerCase()}`}`,
  'score_request.receive': 'Received a score request',
  'score_request.accept': 'Accepted a score request',
  'score_request.decline': 'Declined a score request',
  'score_request.score': 'Linked a score request to its provider',
  'score_request.note': 'Added a note to a score request',
  'score_request.erase': ({ after }) =>
    `Erased who sent a score request${after.erased?.includes('notes') ? ', and its notes' : ''}`,

  'incident.opened': ({ after, name }) => `Opened the incident ${after.title ?? name}`,
  'incident.updated': ({ after, name }) => `Changed the incident ${after.title ?? name}`,
  'incident.resolved': ({ after, name }) => `Resolved the incident ${after.title ?? name}`,
  'verification.started': 'Started to verify everything',
};

function inWords(act: string | undefined): string {
  return act === undefined ? '' : `: ${act.replaceAll(/[._]/g, ' ')}`;
}

function to(name: string | undefined): string {
  return name === undefined ? '' : ` to ${name}`;
}

function framework({ framework_version, version }: Content): string {
  return framework_version ?? (version === undefined ? 'a framework' : `version ${version} of the framework`);
}

function some(after: Content, one: string): string {
  const many = [after.proposals, after.inputs, after.items].find(Array.isArray)?.length ?? after.count;
  return many === undefined ? `${one}s` : plural(many, one);
}

export function sentenceOf(record: Recorded): string {
  const { action, subject, subject_name } = record;
  const sentence = SENTENCES[action];
  if (sentence === undefined) return workspaceSentence(record, () => undefined);
  if (typeof sentence === 'string') return sentence;
  const name = subject_name ?? subject.split('/')[1] ?? subject;
  return sentence({ before: contentOf(record.before), after: contentOf(record.after), name: known(name) });
}

/** An id says nothing to a reader. */
function known(name: string): string {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(name) ? 'that has no name any more' : name;
}

function contentOf(content: unknown): Content {
  return typeof content === 'object' && content !== null ? content : {};
}
