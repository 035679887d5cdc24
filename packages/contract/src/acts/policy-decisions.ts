// Acts about what policies decide: tried on what was published or announced, and the calls that were decided.

import { Digest, Instant as PlainInstant } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { act, MEMBER_ROLES } from './act.ts';
import {
  GivenInstant,
  Id,
  Instant,
  PageInput,
  pageOf,
  record,
  strict,
  text,
  WorkspaceName,
} from './forms.ts';
import { PolicyName, policyReaders, versionMembers } from './policy-forms.ts';

const DecisionName = Type.Enum(['ALLOW', 'REVIEW', 'BLOCK'], { type: 'string' });
const DecidedBy = nullable(Type.String(), { description: 'The rule that decided; null for ALLOW.' });

const TestedBook = nullable(Type.String(), {
  description:
    'The id of the book that the version is about, which is tested as it is today; null without one.',
});

const Periods = Type.Array(
  strict({
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    decision: DecisionName,
    decided_by: DecidedBy,
    sentence: Type.String(),
  }),
  { description: 'Days in a row with the same decision by the same rule, oldest first.' },
);

const ShortDecision = { decision: DecisionName, decided_by: DecidedBy, sentence: Type.String() };

const reference = {
  name: versionMembers.name,
  version: versionMembers.version,
  digest: versionMembers.digest,
  state: versionMembers.state,
};

const counts = {
  allowed: Type.Integer({ description: 'How many providers were decided so.' }),
  reviewed: Type.Integer(),
  blocked: Type.Integer(),
};

const notTested = Type.Integer({ description: 'How many cannot be told from what is published.' });

const TestedVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'Number of the version; the draft, or else the active one, if absent.',
  }),
);

export const policyDecisionActs = {
  'policies.test': act({
    kind: 'read',
    who: policyReaders,
    description:
      'Tries a version of a policy on what was published: what it decides today, and what it would have decided of new exposure at the end of each day, beside the active version. A book counts as it is today, and takes the right to see it.',
    input: strict({
      workspace: WorkspaceName,
      name: PolicyName,
      version: TestedVersion,
      since: Type.Optional(
        Type.String({
          format: 'date',
          description: 'The first day, at most 400 days ago; 180 days ago if absent.',
        }),
      ),
    }),
    answer: strict({
      ...reference,
      compared_with: nullable(strict(reference), {
        description: 'The active version; null if there is none, or it is the one that is tested.',
      }),
      since: Type.String({ format: 'date' }),
      until: Type.String({ format: 'date' }),
      has_more: Type.Boolean({
        description:
          'Whether more providers in its scope were scored than the hundred, first by name, that are tested.',
      }),
      book: TestedBook,
      rules: Type.Array(
        strict({
          id: Type.String(),
          decision: DecisionName,
          sentence: Type.String(),
          holds_today: Type.Integer({ description: 'For how many of the tested providers it holds.' }),
          decides_today: Type.Integer({ description: 'For how many it gives the decision.' }),
        }),
      ),
      providers: Type.Array(
        strict({
          id: Id,
          name: Type.String(),
          slug: Type.String(),
          today: strict(ShortDecision),
          periods: Periods,
          compared: nullable(Periods, { description: 'Those of the version that it is compared with.' }),
        }),
        { description: 'By name.' },
      ),
    }),
    command: 'policy test',
  }),
  'policies.test_framework': act({
    kind: 'read',
    who: policyReaders,
    description:
      'Tries a version of a policy on the framework that is announced and not in effect yet, from the scores and bands that were published with the announcement: what it decides of new exposure today, and what it would decide under that framework. A book counts as it is today, and takes the right to see it.',
    input: strict({ workspace: WorkspaceName, name: PolicyName, version: TestedVersion }),
    answer: strict({
      ...reference,
      has_more: Type.Boolean({
        description:
          'Whether more providers in its scope were scored than the hundred, first by name, that are tested.',
      }),
      book: TestedBook,
      announced: nullable(
        strict({
          version: Type.String(),
          framework_version: Type.String(),
          digest: Digest,
          effective_from: Type.String({ format: 'date' }),
          as_of: PlainInstant,
          is_accepted: Type.Boolean({ description: 'Whether the policy names it already.' }),
          today: strict(counts),
          announced: strict({ ...counts, not_tested: notTested }),
          if_accepted: strict({ ...counts, not_tested: notTested }),
          untested_rules: Type.Array(
            strict({
              id: Type.String(),
              decision: DecisionName,
              sentence: Type.String(),
              providers: Type.Integer({ description: 'For how many providers it cannot be tested.' }),
            }),
            { description: 'Rules that read what is not published, such as scores of modules.' },
          ),
          providers: Type.Array(
            strict({
              id: Id,
              name: Type.String(),
              slug: Type.String(),
              new_score: nullable(Type.String()),
              new_band: nullable(Type.String()),
              today: strict(ShortDecision),
              announced: nullable(strict(ShortDecision), {
                description: 'By the policy as it is; null if it cannot be told.',
              }),
              if_accepted: nullable(strict(ShortDecision), {
                description: 'If the policy names the framework; null if it cannot be told.',
              }),
              untested_rules: Type.Array(Type.String()),
              not_tested_because: nullable(Type.String()),
            }),
            { description: 'By name.' },
          ),
        }),
        { description: 'Null if no framework is announced that is not in effect yet.' },
      ),
    }),
    command: 'policy test',
  }),
  'policies.decisions': act({
    kind: 'read',
    who: { member: MEMBER_ROLES },
    description:
      'Lists the calls for decisions by the policies of a workspace, newest first, with what a draft in the shadow would have decided otherwise.',
    input: strict({
      workspace: WorkspaceName,
      name: Type.Optional(text('Only decisions by this policy.', 64)),
      reference: Type.Optional(text('Only calls with this reference.', 64)),
      since: Type.Optional(GivenInstant),
      until: Type.Optional(GivenInstant),
      ...PageInput,
    }),
    answer: pageOf(
      strict({
        decision_id: Id,
        policy: Type.String(),
        policy_digest: Digest,
        exposure: Type.Enum(['new', 'existing'], { type: 'string' }),
        reference: nullable(Type.String()),
        issued_at: Instant,
        hypothetical: Type.Boolean(),
        ...counts,
        shadow: Type.Array(
          strict({
            version: versionMembers.version,
            digest: Digest,
            ...counts,
            others: Type.Array(
              strict({ provider: Type.String(), decision: DecisionName, instead_of: DecisionName }),
              { description: 'The providers that the draft decided otherwise.' },
            ),
          }),
        ),
      }),
    ),
    command: {
      name: 'policy decisions',
      limit: 100,
      columns: {
        AT: '{issued_at|instant}',
        POLICY: '{policy}',
        EXPOSURE: '{exposure}[{if hypothetical}, hypothetical]',
        ALLOW: '{allowed}',
        REVIEW: '{reviewed}',
        BLOCK: '{blocked}',
        REFERENCE: '[{reference}]',
        ID: '{decision_id}',
      },
      none: 'No decision was asked for yet.',
    },
  }),
  'policies.decision': act({
    kind: 'read',
    who: { member: MEMBER_ROLES },
    description:
      'Shows the decisions of a call with the policy and the values that they rest on, so that they can be made again offline.',
    input: strict({ workspace: WorkspaceName, decision_id: text('The decision_id of the call.', 36) }),
    answer: strict({ kept: record('The same as getDecisions returns.') }),
    command: {
      name: 'policy decision',
      arguments: ['decision_id'],
      prints: [
        '{kept.document.issued_at}: {kept.document.policy.name}, version {kept.document.policy.version}',
        'All of it, also to check it offline: --json',
      ],
    },
  }),
};
