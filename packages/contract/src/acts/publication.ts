// Corrections, withdrawals and reinstatements of published indicators.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Done, Id, Instant, lines, PageInput, pageOf, strict, text } from './forms.ts';

const PublishedReason = lines('Reason; it is published.', 2000);

const HoldingIndicator = strict({
  verification_id: Type.String(),
  provider_id: Id,
  slug: Type.String(),
  as_of: Instant,
  published_at: Instant,
  score: Type.Integer({ description: 'In hundredths.' }),
  band: Type.String(),
  is_current: Type.Boolean(),
});

const WhichWithdrawal = text('Id of the request.', 100);
const WithdrawalStatus = Type.Enum(['open', 'approved', 'refused', 'cancelled', 'superseded', 'expired'], {
  type: 'string',
  description: 'superseded: the indicator is no longer the current one.',
});

const RESULT_IS_A_DRAFT =
  'The result is a draft. The committee decides it at the desk, in the browser; then an operator publishes it (rf publish).';

export const publicationRecords = {
  'input.retract': {
    sentence: 'Retracted an approved input for a correction',
    news: '{count|count input} retracted',
  },
  'withdrawal.ask': {
    sentence: 'Requested to withdraw the indicator of {name}',
    news: '{count|count withdrawal} requested',
  },
  // In stores that are older than the committee.
  'withdrawal.refuse': { sentence: 'Refused a withdrawal' },
  'withdrawal.cancel': { sentence: 'Cancelled a request to withdraw' },
  'indicator.withdraw': {
    topics: ['published', 'events'],
    sentence: 'Withdrew an indicator',
    news: '{count|count indicator} withdrawn',
  },
} satisfies AuditTable;

export const publicationActs = {
  'corrections.affected': act({
    kind: 'read',
    takesLong: true,
    who: { staff: STAFF_ROLES },
    description:
      'Lists the published indicators that hold an approved input, which its correction would restate.',
    input: strict({ wrong: text('Id of the approved proposal.', 100) }),
    answer: strict({
      input: Type.String(),
      value: Type.String(),
      renewals: Type.Integer({
        description: 'Renewals of the same value, which would be retracted with it.',
      }),
      count: Type.Integer({ description: 'How many indicators hold it.' }),
      indicators: Type.Array(HoldingIndicator, { description: 'The newest 200 of them, newest first.' }),
    }),
  }),
  'corrections.draft': act({
    kind: 'act',
    takesLong: true,
    who: { staff: ['operator'] },
    description: 'Drafts the retraction of a wrong input and the correction of every indicator that used it.',
    input: strict({
      wrong: text('Id of the approved proposal that is wrong.', 100),
      replacement: Type.Optional(text('Id of the approved proposal that replaces it.', 100)),
      reason: PublishedReason,
    }),
    answer: strict({
      run_id: Id,
      restates: Type.Array(Type.String(), { description: 'Verification ids of the corrected indicators.' }),
    }),
    creates: true,
    command: {
      name: 'correct',
      arguments: ['wrong'],
      options: {
        wrong: {
          flag: 'proposal',
          help: 'id of the approved input that is wrong (rf inputs list shows ids)',
        },
        replacement: { flag: '--with <proposal>', help: 'id of the approved input that replaces it' },
      },
      prints: [
        'Run {run_id} retracts the input and restates [{restates}][{unless restates}no published indicator, because none ' +
          'used it].',
        'Review it with rf diff {run_id}. The committee decides it in the browser; then publish it with rf publish {run_id}.',
      ],
      help: RESULT_IS_A_DRAFT,
    },
    audit: ['run.start', 'run.compute'],
    sometimes: ['run.discard'],
  }),
  'withdrawals.request': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description: "Asks the committee to withdraw a provider's indicator.",
    input: strict({ provider: text('Id or slug of a provider.', 100), reason: PublishedReason }),
    answer: strict({
      request_id: Id,
      matter: Type.String({ description: 'Id of the matter of the committee.' }),
    }),
    creates: true,
    command: 'withdraw',
    audit: ['withdrawal.ask'],
  }),
  'reinstatements.draft': act({
    kind: 'act',
    takesLong: true,
    who: { staff: ['operator'] },
    description: 'Drafts the reinstatement of withdrawn providers, with their indicators as computed now.',
    input: strict({
      providers: Type.Array(text('Id or slug of a provider.', 100)),
      reason: PublishedReason,
    }),
    answer: strict({ run_id: Id }),
    creates: true,
    command: {
      name: 'reinstate',
      arguments: ['providers...'],
      prints:
        'Run {run_id} reinstates them. Review it with rf diff {run_id}. The committee decides it in the browser; then publish ' +
        'it with rf publish {run_id}.',
      help: RESULT_IS_A_DRAFT,
    },
    audit: ['run.start', 'run.compute'],
  }),
  'withdrawals.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the requests for withdrawals, oldest first.',
    input: strict({ status: Type.Optional(WithdrawalStatus), ...PageInput }),
    answer: pageOf(
      strict({
        id: Id,
        provider_id: Id,
        slug: Type.String(),
        name: Type.String(),
        verification_id: Type.String(),
        final_score: Type.Integer({ description: 'In hundredths.' }),
        risk_band: Type.String(),
        reason: Type.String(),
        requested_by: Id,
        requester: Type.String({ description: 'Name.' }),
        requested_at: Instant,
        expires_at: Instant,
        status: WithdrawalStatus,
        decided_by: nullable(Id),
        decider: nullable(Type.String(), { description: 'Name.' }),
        decided_at: nullable(Instant),
        decision_reason: nullable(Type.String(), { description: 'Of a refusal.' }),
      }),
    ),
    command: 'withdraw',
  }),
  'withdrawals.cancel': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description: 'Cancels your own request for a withdrawal.',
    input: strict({ request: WhichWithdrawal }),
    answer: Done,
    command: 'withdraw',
    audit: ['withdrawal.cancel'],
  }),
};
