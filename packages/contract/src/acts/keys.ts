// The API keys of a workspace.

import { TierName } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { KEY_SCOPES } from '../tiers.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import {
  Done,
  GivenInstant,
  Id,
  Instant,
  PageInput,
  pageOf,
  Reason,
  strict,
  text,
  WorkspaceName,
} from './forms.ts';

/** Who may create and revoke keys and manage webhooks; viewers can only read. */
export const keyManagers = { member: ['contract_admin', 'developer'] } as const;
/** Printed below a new key. */
const STORE_KEY =
  'Store it now: it is not shown again, and only its hash is kept. Send it in the x-api-key header.';
const WhichKey = text('Prefix, id or name of a key.', 120);

const Scope = Type.Enum([...KEY_SCOPES], {
  type: 'string',
  description: 'All that the key may call: evaluate is for decisions by policies alone.',
});

const issuedKey = {
  id: Id,
  name: Type.String(),
  tier: TierName,
  key: Type.String({ description: 'Shown once; only its hash is stored.' }),
  prefix: Type.String({ description: 'The first characters of the key, as lists show them.' }),
  expires_at: nullable(Instant),
};

const ListedKey = strict({
  id: Id,
  prefix: Type.String(),
  name: Type.String(),
  tier: TierName,
  effective_tier: Type.Enum(TierName.enum, {
    type: 'string',
    description: 'The tier that the key has now: never higher than that of its workspace.',
  }),
  agent_scope: Type.Boolean(),
  scope: nullable(Scope, { description: 'All that the key may call; null for whatever its tier includes.' }),
  hourly_limit: nullable(Type.Integer()),
  created_at: Instant,
  created_by: Type.String(),
  created_by_name: Type.String(),
  expires_at: nullable(Instant),
  revoked_at: nullable(Instant),
  replaces: nullable(Id, { description: 'The key that this one replaced.' }),
  last_used_at: nullable(Instant),
  requests_24h: Type.Integer({
    minimum: 0,
    description: 'Accepted requests of the last 24 hours, counted in whole hours.',
  }),
});

export const keyRecords = {
  'key.created': {
    topics: ['access'],
    sentence: [
      '{if after.replaces}Created the key {after.name ?? name} in place of the one that was rotated',
      'Created the key {after.name ?? name}[, {after.tier|tier}]',
    ],
    news: '{count|count API key} created',
  },
  'key.rotated': {
    topics: ['access'],
    sentence: 'Rotated the key {name}',
    news: '{count|count API key} rotated',
  },
  'key.raised': {
    topics: ['access'],
    sentence: 'Upgraded the key {name}[[ from {before.tier|tier}] to {after.tier|tier}]',
    news: '{count|count API key} upgraded',
  },
  'key.revoked': {
    topics: ['access'],
    sentence: 'Revoked the key {before.name ?? name}',
    news: '{count|count API key} revoked',
  },
} satisfies AuditTable;

export const keyActs = {
  'keys.list': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description: 'Lists the API keys of a workspace, oldest first.',
    input: strict({
      workspace: WorkspaceName,
      all: Type.Optional(Type.Boolean({ description: 'Also keys that expired or were revoked.' })),
      ...PageInput,
    }),
    answer: pageOf(ListedKey),
    command: {
      name: 'keys list',
      columns: {
        NAME: '{name}',
        KEY: '{prefix}…',
        TIER: '{tier}[{unless effective_tier = tier}, now {effective_tier}]',
        SCOPE: '[{if agent_scope}agent][{scope}]',
        LIMIT: '{hourly_limit}',
        'CREATED BY': '{created_by_name}',
        EXPIRES: '{expires_at|instant}',
        'LAST USED': '[{last_used_at|instant}][{unless last_used_at}never]',
        '': '[{if revoked_at}revoked][{unless revoked_at}{expires_at|past expired}]',
        ID: '{id}',
      },
    },
  }),
  'keys.create': act({
    kind: 'act',
    who: keyManagers,
    description: 'Creates an API key; the Contract Admin must have accepted the current API terms.',
    input: strict({
      name: text('What the key is for; unique among the active keys.'),
      tier: TierName,
      agent_scope: Type.Optional(Type.Boolean({ description: 'For the agent pilot.' })),
      scope: Type.Optional(Scope),
      hourly_limit: Type.Optional(
        Type.Integer({ description: 'Requests per hour for this key, below the limit of its tier.' }),
      ),
      expires_at: Type.Optional(GivenInstant),
    }),
    answer: strict(issuedKey),
    creates: true,
    secrets: ['/key'],
    ifLost: 'Revoke this key, then create another: rf keys revoke {id}',
    command: {
      name: 'keys create',
      arguments: ['name'],
      options: {
        tier: { help: 'the tier of the workspace or a lower one' },
        agent_scope: {
          flag: '--agent',
          help: 'give the key the agent scope; the workspace must take part in the pilot',
        },
        scope: { help: 'limit the key: evaluate is for decisions by policies alone' },
        expires_at: {
          flag: '--expires <instant>',
          help: 'when the key expires: 2026-12-31 (the end of that day) or 2026-12-31T12:00:00Z',
        },
      },
      prints: ['{name} created ({id}), {tier}', '  {key}', STORE_KEY],
    },
    audit: ['key.created'],
  }),
  'keys.rotate': act({
    kind: 'act',
    who: keyManagers,
    description: 'Creates a key that replaces another; the old one expires after a grace period.',
    input: strict({
      key: WhichKey,
      grace_hours: Type.Optional(
        Type.Integer({ description: 'How long the old key stays active, 0 to 168; 24 if absent.' }),
      ),
    }),
    answer: strict({
      ...issuedKey,
      replaces: strict({ id: Id, prefix: Type.String(), expires_at: Instant }),
    }),
    creates: true,
    secrets: ['/key'],
    ifLost: 'Rotate the new key: rf keys rotate {id} --grace-hours 0',
    command: {
      name: 'keys rotate',
      arguments: ['key'],
      prints: [
        '{name} rotated ({id}), {tier}',
        '  {key}',
        STORE_KEY,
        'The old key {replaces.prefix}… expires at {replaces.expires_at|instant}.',
      ],
    },
    audit: ['key.rotated', 'key.created'],
  }),
  'keys.upgrade': act({
    kind: 'act',
    who: keyManagers,
    description: 'Gives a key a higher tier, up to that of its workspace; the key itself stays the same.',
    input: strict({ key: WhichKey, tier: TierName }),
    answer: Done,
    command: {
      name: 'keys upgrade',
      alias: 'raise',
      arguments: ['key', 'tier'],
      prints: '{key} now has the {tier} tier',
    },
    audit: ['key.raised'],
  }),
  'keys.revoke': act({
    kind: 'act',
    who: keyManagers,
    description: 'Revokes a key immediately and permanently.',
    input: strict({ key: WhichKey }),
    answer: Done,
    command: { name: 'keys revoke', arguments: ['key'], prints: '{key} revoked' },
    audit: ['key.revoked'],
  }),
  'keys.revoke_by_operator': act({
    kind: 'act',
    who: { staff: ['operator'] },
    description: 'Revokes a key of any workspace immediately and permanently.',
    input: strict({ key: text('Prefix or id of a key.', 120), reason: Reason }),
    answer: strict({ workspace: Type.String({ description: 'The name of its workspace.' }), key: Id }),
    command: {
      name: 'keys revoke',
      when: {
        flag: '--reason <text>',
        help: 'for operators, who can revoke a key of any workspace by prefix or id',
      },
      arguments: ['key'],
      prints: '{given.key} of {workspace} revoked',
    },
    audit: ['key.revoked'],
  }),
};
