// Frameworks: import, sign-off by a chief risk officer, activation.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Done, GivenInstant, Id, Instant, lines, listOf, Requested, record, strict, text } from './forms.ts';

const secondPerson = 'an operator, reviewer or chief risk officer who approves the request';
const WhichFramework = text('Version or digest of an imported framework.', 100);

const FrameworkRecord = strict({
  digest: Type.String(),
  version: Type.String(),
  framework_version: Type.String(),
  effective_from: Type.String(),
  imported_at: Instant,
  imported_by: Type.String(),
  imported_by_name: nullable(Type.String()),
  signed_by_name: nullable(Type.String(), { description: 'The chief risk officer who signed it.' }),
  signed_at: nullable(Instant, { description: 'When the sign-off was recorded.' }),
  sign_off_key: nullable(Type.String(), { description: 'Name and hash of the key that signed.' }),
  state: Type.Enum(['unsigned', 'signed', 'announced', 'activated', 'cancelled', 'replaced'], {
    type: 'string',
    description:
      'announced: activated, and in effect from a later date. replaced: another text with the same version was imported.',
  }),
  activated_at: nullable(Instant),
  notes: nullable(Type.String()),
  urgent_reason: nullable(Type.String()),
  cancelled_reason: nullable(Type.String()),
  replaced_by: nullable(Type.String(), { description: 'Digest of the text that replaced it.' }),
  fault: nullable(Type.String(), { description: 'Why the stored framework cannot be used.' }),
});

const ComparedFramework = strict({
  digest: Type.String(),
  version: Type.String(),
  framework_version: Type.String(),
  effective_from: Type.String(),
});

const Headline = strict({
  status: Type.Enum(['SCORED', 'NOT_SCORED', 'INVALID'], { type: 'string' }),
  final_score: nullable(Type.String()),
  risk_band: nullable(Type.String()),
  reason: nullable(Type.String(), { description: 'Why there is no score.' }),
});

const Differences = Type.Array(
  strict({ place: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) }),
);

const ImpactReport = strict({
  as_of: Type.String(),
  framework: ComparedFramework,
  sign_off: Type.Enum(['signed', 'unsigned'], { type: 'string' }),
  compared_with: nullable(ComparedFramework, {
    description: 'The framework in effect; null if there was none.',
  }),
  differences: Differences,
  counts: strict({
    providers: Type.Integer(),
    higher: Type.Integer(),
    lower: Type.Integer(),
    unchanged: Type.Integer(),
    newly_scored: Type.Integer(),
    no_longer_scored: Type.Integer(),
    unscored: Type.Integer(),
    band_changed: Type.Integer(),
  }),
  drivers: Type.Array(
    strict({
      criterion_id: nullable(Type.String(), { description: 'Null for the caps of the hard rules.' }),
      providers: Type.Integer({ description: 'Providers whose score it moves.' }),
      gained: Type.String({ description: 'Points that it adds, in all providers together.' }),
      lost: Type.String({ description: 'Points that it takes, in all providers together.' }),
      points: Type.String({ description: 'Both together.' }),
    }),
    {
      description:
        'What moves the scores of providers that both frameworks score, the largest movement first. The points of a ' +
        'provider add up to the change of its score.',
    },
  ),
  providers: Type.Array(
    strict({
      provider_id: Id,
      name: Type.String(),
      before: nullable(Headline),
      after: Headline,
      delta: nullable(Type.String()),
      band_changed: Type.Boolean(),
    }),
  ),
});

export const frameworkRecords = {
  'officer_key.enrol': { sentence: 'Enrolled the key {name} of a chief risk officer' },
  'officer_key.retire': { sentence: 'Retired the key {name} of a chief risk officer' },
  'methodology.import': {
    sentence: [
      'Imported {after.framework_version}',
      'Imported version {after.version} of the framework',
      'Imported a framework',
    ],
    news: '{count|count framework} imported',
  },
  'methodology.sign_off': {
    sentence: 'Recorded the sign-off of a framework',
    news: '{count|count framework} signed',
  },
  'methodology.activate': {
    topics: ['published', 'events'],
    sentence: [
      'Activated {after.framework_version}',
      'Activated version {after.version} of the framework',
      'Activated a framework',
    ],
    news: '{count|count framework} announced',
  },
  'methodology.cancel': {
    topics: ['published', 'events'],
    sentence: 'Cancelled a framework',
    news: '{count|count framework} cancelled',
  },
} satisfies AuditTable;

export const frameworkActs = {
  'frameworks.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the imported frameworks and the state of each.',
    input: strict({}),
    answer: listOf(FrameworkRecord),
    command: 'methodology list',
  }),
  'frameworks.document': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Returns the document of an imported framework, whose digest a sign-off is about.',
    input: strict({ framework: WhichFramework }),
    answer: strict({ digest: Type.String(), document: record('The framework.') }),
  }),
  'frameworks.differences': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Compares the text of an imported framework with the one in effect.',
    input: strict({ framework: WhichFramework }),
    answer: strict({
      compared_with: nullable(ComparedFramework, {
        description: 'The framework in effect, or the one before it; null if there is none.',
      }),
      differences: Differences,
    }),
  }),
  'frameworks.impact': act({
    kind: 'read',
    takesLong: true,
    who: { staff: STAFF_ROLES },
    description: 'Shows the old and the new score of every provider under an imported framework or a draft.',
    input: strict({
      framework: Type.Optional(WhichFramework),
      draft: Type.Optional(
        record('The document of a framework that is not imported. Give either this or framework.'),
      ),
      as_of: Type.Optional(GivenInstant),
    }),
    answer: ImpactReport,
    command: 'methodology impact',
  }),
  'frameworks.import': act({
    kind: 'act',
    who: { staff: ['operator', 'chief_risk_officer'] },
    description:
      'Stores a framework. A text with the same version is replaced if it was never used; otherwise its version is taken.',
    input: strict({ document: record('The framework.') }),
    answer: strict({
      digest: Type.String(),
      replaces: nullable(Type.String(), { description: 'Digest of the text that it replaced.' }),
    }),
    command: {
      name: 'methodology import',
      description:
        'Import a framework file. It replaces an imported text with the same version that was never activated.',
      arguments: ['document'],
      options: {
        document: { flag: 'file', help: 'framework file; - reads standard input', reads: 'framework' },
      },
      prints: ['imported {digest}', '  replaces {replaces}'],
    },
    audit: ['methodology.import'],
  }),
  'frameworks.record_sign_off': act({
    kind: 'act',
    who: {
      staff: ['chief_risk_officer', 'operator'],
      secondPerson:
        'the chief risk officer whose enrolled key signed; only that officer or an operator records it',
    },
    description: "Records a chief risk officer's sign-off of an imported framework.",
    input: strict({ sign_off: record('The sign-off, as rf methodology sign writes it.') }),
    answer: Done,
    command: {
      name: 'methodology record-sign-off',
      description: 'Record the sign-off of an imported framework, made with rf methodology sign.',
      arguments: ['sign_off'],
      options: { sign_off: { flag: 'file', help: 'sign-off file; - reads standard input', reads: 'json' } },
      prints: 'sign-off recorded',
    },
    audit: ['methodology.sign_off'],
  }),
  'frameworks.activate': act({
    kind: 'act',
    takesLong: true,
    publishes: true,
    request: {
      kind: 'Framework',
      sentence: 'Activate {about ?? framework}, and publish what it changes for every provider',
    },
    who: {
      staff: ['operator'],
      secondPerson:
        'an operator, reviewer or chief risk officer who approves the request; for the first framework, the officer who signed it',
    },
    description:
      'Announces a signed framework, which takes effect on its effective date, and publishes what it changes for each provider.',
    input: strict({
      framework: WhichFramework,
      notes: lines('What changes with this version; the text is published.', 10_000),
      urgent: Type.Optional(
        lines('Why it takes effect without the notice period; the text is published.', 2000),
      ),
    }),
    answer: strict({ ...Requested.properties, impact: ImpactReport }),
    command: 'methodology activate',
    audit: ['request.made'],
    sometimes: ['methodology.activate', 'founding.ended'],
  }),
  'frameworks.cancel': act({
    kind: 'act',
    request: { kind: 'Framework', sentence: 'Cancel {about ?? framework}: it never takes effect' },
    who: { staff: ['operator', 'chief_risk_officer'], secondPerson },
    description: 'Cancels an activated framework under which nothing was published; it is never in effect.',
    input: strict({
      framework: WhichFramework,
      reason: lines('Why it is cancelled; the text is published.', 2000),
    }),
    answer: strict({ ...Requested.properties, digest: Type.String() }),
    command: { name: 'methodology cancel', arguments: ['framework'], prints: 'cancelled {digest}' },
    audit: ['request.made'],
    sometimes: ['methodology.cancel'],
  }),
  'officer_keys.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: "Lists the chief risk officers' keys, newest first, also those that are retired.",
    input: strict({}),
    answer: listOf(
      strict({
        key_id: Type.String({ description: 'Name and hash of the key.' }),
        officer: Type.String({ description: 'Name.' }),
        public_key: Type.String(),
        enrolled_at: Instant,
        retired_at: nullable(Instant),
      }),
    ),
    command: { name: 'methodology keys', lines: ['{key_id}  {officer}[{if retired_at}  retired]'] },
  }),
  'officer_keys.enrol': act({
    kind: 'act',
    request: {
      kind: 'Officer key',
      sentence: 'Enrol a key of {officer ?? "somebody"|staff}, who can then sign frameworks with it',
    },
    who: { staff: ['operator', 'chief_risk_officer'], secondPerson },
    description:
      "Enrols a chief risk officer's public key. An officer who is not an operator can enrol only their own.",
    input: strict({
      officer: text('Name or id of the officer.', 120),
      public_key: lines('The public key, as rf keygen writes it.', 1000),
    }),
    answer: strict({ ...Requested.properties, key_id: Type.String() }),
    creates: true,
    command: {
      name: 'methodology enrol-key',
      description: 'Enrol the public key of a chief risk officer; the private key stays with its holder.',
      options: {
        officer: { flag: '--staff <id or name>', help: 'whose key it is' },
        public_key: {
          flag: '--key <key or file>',
          help: 'the public key, or the file ending in .pub',
          reads: 'public key',
        },
      },
      prints: 'enrolled {key_id}',
    },
    audit: ['request.made'],
    sometimes: ['officer_key.enrol'],
  }),
  'officer_keys.retire': act({
    kind: 'act',
    request: { kind: 'Officer key', sentence: "Retire the officer's key {key_id}: it can no longer sign" },
    who: {
      staff: ['operator', 'chief_risk_officer'],
      secondPerson: `${secondPerson}, unless the key is your own`,
    },
    description:
      "Retires a chief risk officer's key: it can no longer sign, and earlier sign-offs stay valid.",
    input: strict({ key_id: text('Name and hash of the key, such as officer+648113f6.', 200) }),
    answer: Requested,
    command: { name: 'methodology retire-key', arguments: ['key_id'], prints: 'retired {key_id}' },
    audit: ['request.made'],
    sometimes: ['officer_key.retire'],
  }),
};
