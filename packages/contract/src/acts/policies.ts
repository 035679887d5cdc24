// The policies of a workspace: drafts, activation by one or two people, and the settings of that.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act } from './act.ts';
import { Id, Instant, listOf, Reason, record, strict, text, WorkspaceName } from './forms.ts';
import { PolicyName, policyReaders, versionMembers } from './policy-forms.ts';

const deciders = { member: ['contract_admin', 'risk_officer'] } as const;
const secondPerson = 'another one than who saved the version and who asked';

const seenDigest = (what: string) =>
  text(`Digest of the version that you read: ${what} is refused if it is another one.`, 64);

const SECOND_PERSON = ['always', 'for_exceptions'] as const;

const Because = nullable(Type.Enum(['four_eyes', 'exceptions'], { type: 'string' }), {
  description:
    'Why its activation takes two people: because all do (four_eyes), or because it has exceptions that the active version does not have exactly so. Null if one person is enough, or it is no draft.',
});

const Version = strict(versionMembers);

const Findings = Type.Array(
  strict({
    pointer: Type.String({ description: 'Where in the document, as a JSON pointer.' }),
    code: Type.String(),
    message: Type.String(),
  }),
  { description: 'Rules that can never hold, always hold or are idle. They hinder nothing.' },
);

const Settings = strict({
  second_person: Type.Enum([...SECOND_PERSON], {
    type: 'string',
    description:
      'When activation takes two people: always, or only for exceptions that the active version does not have exactly so.',
  }),
  ending_asked_by: nullable(Id, {
    description: 'Who asked that one person is enough again, which takes a second person.',
  }),
  ending_asked_by_name: nullable(Type.String()),
  changed_at: nullable(Instant, { description: 'Null if it was never changed.' }),
  changed_by_name: nullable(Type.String()),
});

/** Processes reload the rows that their subject names, which is the workspace. */
const topics = ['access'] as const;

export const policyRecords = {
  'policy.saved': {
    topics,
    sentence: ['Saved version {after.version} of the policy {after.policy}', 'Saved a draft of a policy'],
    news: '{count|count draft} of policies saved',
  },
  'policy.discarded': {
    topics,
    sentence: [
      'Discarded version {before.version} of the policy {before.policy}',
      'Discarded a draft of a policy',
    ],
  },
  'policy.asked': {
    topics,
    sentence: [
      'Asked to activate version {after.version} of the policy {after.policy}',
      'Asked to activate a policy',
    ],
    news: 'activation asked for {count|count time}',
  },
  'policy.activated': {
    topics,
    sentence: ['Activated version {after.version} of the policy {after.policy}', 'Activated a policy'],
    news: '{count|count policy,policies} activated',
  },
  'policy.refused': {
    topics,
    sentence: [
      'Refused to {if after.refused = "stop"}stop version {after.version} of the policy {after.policy}',
      'Refused to activate version {after.version} of the policy {after.policy}',
      'Refused a request about a policy',
    ],
  },
  'policy.shadow_set': {
    topics,
    sentence: [
      '{if after.shadow}Began to decide version {after.version} of the policy {after.policy} in the shadow',
      'Ended deciding version {after.version} of the policy {after.policy} in the shadow',
      'Changed the shadow of a policy',
    ],
  },
  'policy.stop_asked': {
    topics,
    sentence: [
      'Asked to stop version {after.version} of the policy {after.policy}',
      'Asked to stop a policy',
    ],
  },
  'policy.stopped': {
    topics,
    sentence: ['Stopped version {after.version} of the policy {after.policy}', 'Stopped a policy'],
    news: '{count|count policy,policies} stopped',
  },
  'policy.settings_asked': { topics, sentence: 'Asked that one person can activate policies again' },
  'policy.settings_changed': {
    topics,
    sentence: [
      '{if after.second_person = "always"}Made every activation of a policy take two people',
      '{if after.second_person}Let one person activate policies again, except for new exceptions',
      'Changed who activates policies',
    ],
  },
} satisfies AuditTable;

const whichDraft = { name: PolicyName, digest: Type.Optional(seenDigest('the request')) };

export const policyActs = {
  'policies.list': act({
    kind: 'read',
    who: policyReaders,
    description: 'Lists the policies of a workspace by name, each with its active version and its draft.',
    input: strict({ workspace: WorkspaceName }),
    answer: listOf(
      strict({
        name: Type.String(),
        active: nullable(Version),
        draft: nullable(Version, { description: 'Also one whose activation waits for a second person.' }),
        versions: Type.Integer({ description: 'How many were saved.' }),
      }),
    ),
    command: {
      name: 'policy list',
      columns: {
        NAME: '{name}',
        ACTIVE: '[{active.version}]',
        SINCE: '[{active.activated_at|instant}]',
        DRAFT:
          '[{draft.version}[{if draft.state = "asked"}, waits for a second person][{if draft.shadow}, in the shadow]]',
        DIGEST: '[{active.digest}]',
      },
      none: 'There is no policy yet. To save one: rf policy save FILE',
    },
  }),
  'policies.read': act({
    kind: 'read',
    who: policyReaders,
    description:
      'Shows the versions of a policy, newest first, and one of them with its document: the newest that was not discarded, unless the input names one.',
    input: strict({
      workspace: WorkspaceName,
      name: PolicyName,
      version: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of the version.' })),
    }),
    answer: strict({
      versions: Type.Array(Version),
      shown: strict({
        ...versionMembers,
        document: record('The policy.'),
        findings: Findings,
        second_person: Because,
      }),
    }),
    command: 'policy show',
  }),
  'policies.save': act({
    kind: 'act',
    who: deciders,
    description:
      'Saves a policy as a draft, in place of the draft of the same name. The version in the document is set to the next one.',
    input: strict({
      document: record('The policy, with or without a version.'),
      seen: Type.Optional(
        text('Digest of the draft that was edited: refused if somebody changed it since.', 64),
      ),
    }),
    answer: strict({ ...versionMembers, findings: Findings, second_person: Because }),
    command: {
      name: 'policy save',
      arguments: ['document'],
      options: {
        document: {
          flag: 'file',
          help: 'the policy, as YAML or JSON; - reads standard input',
          reads: 'policy',
        },
      },
      prints: [
        '{name}: version {version} saved, {digest}',
        '{findings|findings}',
        '{unless second_person}To activate it: rf policy ask {name}',
        '{if second_person}To ask for its activation, which takes two people: rf policy ask {name}',
      ],
    },
    audit: ['policy.saved'],
  }),
  'policies.discard': act({
    kind: 'act',
    who: deciders,
    description: 'Discards the draft of a policy. It stays on record, and its number is not used again.',
    input: strict(whichDraft),
    answer: Version,
    command: { name: 'policy discard', arguments: ['name'], prints: '{name}: version {version} discarded' },
    audit: ['policy.discarded'],
  }),
  'policies.ask': act({
    kind: 'act',
    who: { ...deciders, secondPerson },
    description:
      'Asks to activate the draft of a policy. It is active at once if one person is enough; otherwise it waits for a second one.',
    input: strict(whichDraft),
    answer: Version,
    command: {
      name: 'policy ask',
      arguments: ['name'],
      prints: [
        '{if state = "active"}{name}: version {version} is active',
        '{if state = "asked"}{name}: version {version} waits for a second person, who reads it with rf policy show {name}, then:',
        '{if state = "asked"}  rf policy activate {name} --digest {digest}',
      ],
    },
    sometimes: ['policy.asked', 'policy.activated'],
  }),
  'policies.activate': act({
    kind: 'act',
    who: { ...deciders, secondPerson },
    description: 'Activates the version of a policy that somebody else asked for.',
    input: strict({ name: PolicyName, digest: seenDigest('the activation') }),
    answer: Version,
    command: {
      name: 'policy activate',
      arguments: ['name'],
      options: { digest: { flag: '--digest <digest>' } },
      prints: '{name}: version {version} is active',
    },
    audit: ['policy.activated'],
  }),
  'policies.refuse': act({
    kind: 'act',
    who: deciders,
    description:
      'Refuses what was asked for: the activation, whose version is a draft again, or, if none was asked for, the stop. Who asked can take it back in this way.',
    input: strict({ name: PolicyName, reason: Reason }),
    answer: Version,
    command: {
      name: 'policy refuse',
      arguments: ['name'],
      prints: [
        '{if state = "draft"}{name}: version {version} is a draft again',
        '{if state = "active"}{name}: version {version} stays active',
      ],
    },
    audit: ['policy.refused'],
  }),
  'policies.shadow': act({
    kind: 'act',
    who: deciders,
    description:
      'Lets the draft of a policy be decided and logged with each call, beside the active version and without being returned.',
    input: strict({
      name: PolicyName,
      off: Type.Optional(Type.Boolean({ description: 'End that instead.' })),
    }),
    answer: Version,
    command: {
      name: 'policy shadow',
      arguments: ['name'],
      prints: [
        '{if shadow}{name}: version {version} is decided in the shadow',
        '{unless shadow}{name}: version {version} is no longer decided in the shadow',
      ],
    },
    audit: ['policy.shadow_set'],
  }),
  'policies.stop': act({
    kind: 'act',
    who: { ...deciders, secondPerson: 'where every activation takes two people: another one than who asked' },
    description:
      'Stops the active version of a policy, whose name then decides nothing. Where every activation takes two people, so does this: the first one asks.',
    input: strict({ name: PolicyName }),
    answer: Version,
    command: {
      name: 'policy stop',
      arguments: ['name'],
      confirm: 'This stops {name}: calls that name it are refused from then on.',
      prints: [
        '{if state = "stopped"}{name}: version {version} is stopped',
        '{if state = "active"}{name}: the stop waits for a second person, who confirms it with rf policy stop {name}',
      ],
    },
    sometimes: ['policy.stop_asked', 'policy.stopped'],
  }),
  'policies.settings': act({
    kind: 'read',
    who: policyReaders,
    description: 'Shows when the activation of a policy takes two people.',
    input: strict({ workspace: WorkspaceName }),
    answer: Settings,
    command: {
      name: 'policy settings',
      prints: [
        '{if second_person = "always"}Every activation takes two people',
        '{if second_person = "for_exceptions"}Activation takes two people if there are new exceptions',
        '{ending_asked_by_name} asked that one person is enough again, which takes a second person',
      ],
    },
  }),
  'policies.change_settings': act({
    kind: 'act',
    who: { ...deciders, secondPerson: 'to let one person activate again: another one than who asked' },
    description:
      'Sets when the activation of a policy takes two people. One person can make it stricter; to make it less strict takes two, of whom the first asks.',
    input: strict({ second_person: Type.Enum([...SECOND_PERSON], { type: 'string' }) }),
    answer: Settings,
    command: {
      name: 'policy change-settings',
      options: { second_person: { help: 'when activation takes two people' } },
      prints: [
        '{unless ending_asked_by}Changed',
        '{if ending_asked_by}Asked: a second person confirms it with rf policy change-settings --second-person for_exceptions',
      ],
    },
    sometimes: ['policy.settings_asked', 'policy.settings_changed'],
  }),
};
