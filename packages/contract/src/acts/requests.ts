// Requests: acts that wait for a second person; and the settings of the two-person rule.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import {
  Done,
  Id,
  Instant,
  listOf,
  NoInput,
  PageInput,
  pageOf,
  Reason,
  Requested,
  record,
  strict,
  text,
} from './forms.ts';

const approvers = ['operator', 'reviewer', 'chief_risk_officer'] as const;
const Status = Type.Enum(['open', 'approved', 'refused', 'cancelled', 'expired'], { type: 'string' });
const WhichRequest = text('Id of the request.', 100);

export const requestRecords = {
  'request.made': {
    sentence: 'Requested a change that takes two people[: {after.act|spaces}]',
    news: '{count|count request} made',
  },
  'request.approved': {
    sentence: 'Approved a request[: {after.act|spaces}]',
    news: '{count|count request} approved',
  },
  'request.refused': {
    sentence: 'Refused a request[: {after.act|spaces}]',
    news: '{count|count request} refused',
  },
  'request.cancelled': {
    sentence: 'Cancelled a request[: {after.act|spaces}]',
    news: '{count|count request} cancelled',
  },
  // Whether readers see who voted is such a rule.
  'rule.set': { topics: ['published'], sentence: 'Set the rule {name|spaces}[ to {after.value}]' },
} satisfies AuditTable;

export const requestActs = {
  'requests.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the requests for acts that take two people, oldest first.',
    input: strict({
      status: Type.Optional(Status),
      requester: Type.Optional(text('Only those that this person made (id or name).', 120)),
      ...PageInput,
    }),
    answer: pageOf(
      strict({
        id: Id,
        act: Type.String({ description: 'The act that is performed on approval.' }),
        subject: Type.String({ description: 'What it is about, as in the audit trail.' }),
        about: nullable(Type.String(), {
          description: 'Its name, where the subject is a digest: "RF Framework v1.1".',
        }),
        input: record('The input of the act.'),
        requested_by: Id,
        requester: Type.String({ description: 'Name.' }),
        requested_at: Instant,
        expires_at: Instant,
        status: Status,
        decided_by: nullable(Id),
        decider: nullable(Type.String(), { description: 'Name.' }),
        decided_at: nullable(Instant),
        reason: nullable(Type.String()),
      }),
    ),
    command: {
      name: 'approvals list',
      also: ['approvals approve'],
      options: { status: { default: 'open' } },
    },
  }),
  'requests.approve': act({
    kind: 'act',
    takesLong: true,
    publishes: true,
    who: { staff: approvers, secondPerson: 'somebody other than the person who requested it' },
    description: "Approves another person's request and performs it.",
    input: strict({ request: WhichRequest }),
    answer: strict({
      act: Type.String(),
      subject: Type.String(),
      done: Type.Boolean({ description: 'False if the service goes on with it in the background.' }),
    }),
    command: 'approvals approve',
    audit: ['request.approved'],
    performsRequests: true,
  }),
  'requests.refuse': act({
    kind: 'act',
    who: { staff: approvers },
    description: "Refuses another person's request.",
    input: strict({ request: WhichRequest, reason: Reason }),
    answer: Done,
    command: {
      name: 'approvals refuse',
      arguments: ['request'],
      options: { reason: { help: 'reason, for the person who requested it' } },
      prints: 'refused',
    },
    audit: ['request.refused'],
  }),
  'requests.cancel': act({
    kind: 'act',
    who: { staff: STAFF_ROLES },
    description: 'Cancels your own request.',
    input: strict({ request: WhichRequest }),
    answer: Done,
    command: { name: 'approvals cancel', arguments: ['request'], prints: 'cancelled' },
    audit: ['request.cancelled'],
  }),
  'rules.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the settings of the two-person rule, which are kept in the store.',
    input: NoInput,
    answer: listOf(
      strict({
        name: Type.String(),
        value: Type.Integer(),
        about: Type.String(),
        set_at: nullable(Instant, { description: 'Null if it was never changed.' }),
      }),
    ),
    command: { name: 'rules list', columns: { NAME: '{name}', VALUE: '{value}', '': '{about}' } },
  }),
  'rules.set': act({
    kind: 'act',
    request: { kind: 'Two-person rule', sentence: 'Set {name|words} to {value|count}' },
    who: {
      staff: ['operator', 'chief_risk_officer'],
      secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
    },
    description: 'Changes a setting of the two-person rule.',
    input: strict({ name: text('Name of the setting.', 100), value: Type.Integer() }),
    answer: Requested,
    command: {
      name: 'rules set',
      description: 'Request a change of a setting, which a second person approves.',
      arguments: ['name', 'value'],
      options: { value: { help: 'a whole number' } },
      prints: '{name} is {value}',
    },
    audit: ['request.made'],
    sometimes: ['rule.set'],
  }),
};
