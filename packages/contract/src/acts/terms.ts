// The terms of use: the current text, and who accepted which text.

import { Digest } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import { Instant, PageInput, pageOf, strict, text, WorkspaceName } from './forms.ts';

export const TERMS_KINDS = ['api', 'agent'] as const;
export const TermsKind = Type.Enum([...TERMS_KINDS], {
  type: 'string',
  description: 'api: required for any key. agent: also required for a key with the agent scope.',
});

const terms = { kind: TermsKind, version: Type.String(), digest: Digest };

export const termsRecords = {
  'terms.accepted': {
    topics: ['access'],
    sentence:
      'Accepted the [{if after.kind = "agent"}agent][{unless after.kind = "agent"}API] terms[, version {after.version}]',
    news: '{count|count acceptance of terms,acceptances of terms}',
  },
} satisfies AuditTable;

export const termsActs = {
  'terms.show': act({
    kind: 'read',
    who: { anyone: 'nothing: the terms are public' },
    description: 'Shows the current terms with their version and digest.',
    input: strict({ kind: TermsKind }),
    answer: strict({ ...terms, text: Type.String() }),
    command: {
      name: 'terms show',
      options: { kind: { help: 'which terms' } },
      prints: ['{text}', 'Version   {version}', 'Digest    {digest}'],
    },
  }),
  'terms.accept': act({
    kind: 'act',
    who: { member: ['contract_admin'] },
    description: 'Accepts the current terms for the workspace; the digest identifies the text that was read.',
    input: strict({
      kind: TermsKind,
      digest: text('The digest of the text that you read and accept.', 200),
      typed_name: Type.Optional(text('Your own name, typed to accept; it is kept on record.', 200)),
    }),
    answer: strict({
      accepted: Type.Boolean({ description: 'False if the workspace had already accepted this text.' }),
      ...terms,
    }),
    command: 'terms accept',
    audit: ['terms.accepted'],
  }),
  'terms.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description: 'Lists who accepted which terms for a workspace, when and from where, oldest first.',
    input: strict({ workspace: WorkspaceName, ...PageInput }),
    answer: pageOf(
      strict({
        ...terms,
        accepted_by: Type.String(),
        accepted_by_name: Type.String(),
        accepted_at: Instant,
        accepted_from: Type.String(),
        typed_name: nullable(Type.String(), {
          description: 'The name that the person typed to accept; null if it was not given.',
        }),
        current: Type.Boolean({ description: 'Whether it is the current text.' }),
      }),
    ),
    command: {
      name: 'terms list',
      columns: {
        KIND: '{kind}',
        VERSION: '{version}',
        '': '[{if current}current][{unless current}older text]',
        'ACCEPTED BY': '{accepted_by_name}',
        AT: '{accepted_at|instant}',
        FROM: '{accepted_from}',
        DIGEST: '{digest}',
      },
    },
  }),
};
