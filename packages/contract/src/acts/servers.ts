// The mail server and the OIDC provider that the service may use, which two people choose.

import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { Instant, listOf, NoInput, Requested, strict, text } from './forms.ts';

const Kind = Type.Enum(['mail', 'provider'], {
  type: 'string',
  description: 'mail: the server that sends mails. provider: the OIDC provider with which people sign in.',
});
const Server = {
  address: nullable(Type.String(), {
    description: 'smtp://HOST:PORT or the issuer; null: none may be used.',
  }),
  used_as: nullable(Type.String(), { description: 'The sender of mails, or the client id.' }),
};

const SUBJECT = '[{if name = "mail"}the mail server][{if name = "provider"}the OIDC provider]';
const FOUND = '[{if after.basis = "as_found"}, as the store was found]';

export const serverRecords = {
  'server.set': {
    sentence: [
      `Let ${SUBJECT} {after.address} be used for sign-in[ as {after.used_as}]${FOUND}`,
      `Let none be used as ${SUBJECT}${FOUND}`,
    ],
  },
} satisfies AuditTable;

export const serverActs = {
  'servers.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the mail server and the OIDC provider: what may be used, and what the settings say.',
    input: NoInput,
    answer: listOf(
      strict({
        kind: Kind,
        status: Type.Enum(['confirmed', 'differs', 'unset'], {
          type: 'string',
          description:
            'confirmed: the settings agree. differs: the server in the settings is not used. unset: the settings name none.',
        }),
        problem: nullable(Type.String(), { description: 'What is wrong, in one sentence.' }),
        confirmed: nullable(
          strict({
            ...Server,
            set_at: Instant,
            basis: Type.Enum(['founding', 'as_found', 'two_people'], {
              type: 'string',
              description:
                'founding: set while the founder was alone. as_found: what a store was configured with when it was upgraded.',
            }),
          }),
          { description: 'Null if nothing was decided yet.' },
        ),
        configured: nullable(strict({ address: Type.String(), used_as: Type.String() }), {
          description: 'In the settings of the process that answers.',
        }),
      }),
    ),
    command: {
      name: 'servers list',
      columns: {
        KIND: '{kind}',
        STATE: '{status}',
        CONFIRMED: '{confirmed.address ?? "none"}[ as {confirmed.used_as}]',
        SETTINGS: '{configured.address ?? "none"}[ as {configured.used_as}]',
      },
    },
  }),
  'servers.set': act({
    kind: 'act',
    request: {
      kind: 'Sign-in server',
      sentence:
        '[{if kind = "mail"}Let mails be sent by {address ?? "no server"}[ as {used_as}]]' +
        '[{if kind = "provider"}Let people sign in with {address ?? "no OIDC provider"}[ as the client {used_as}]]',
    },
    who: {
      staff: ['operator', 'chief_risk_officer'],
      secondPerson: 'an operator, reviewer or chief risk officer who approves the request',
    },
    description: 'Changes the mail server or the OIDC provider that the service may use.',
    input: strict({
      kind: Kind,
      address: Type.Optional(
        text('smtp://HOST:PORT, smtps://HOST:PORT or the issuer. Without it, none may be used.', 300),
      ),
      used_as: Type.Optional(text('The sender of mails as in RF_MAIL_FROM, or the client id.', 300)),
    }),
    answer: Requested,
    command: {
      name: 'servers set',
      description:
        'Request that another mail server or OIDC provider may be used, which a second person approves.',
      arguments: ['kind'],
      options: {
        address: { flag: '--address <url>' },
        used_as: { flag: '--as <name>' },
      },
      prints: 'The {kind} server is {given.address ?? "none"}.',
    },
    audit: ['request.made'],
    sometimes: ['server.set'],
  }),
};
