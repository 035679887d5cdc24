// Customers' workspaces: created and changed by operators, claimed by a Contract Admin.

import { Digest, TierName } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { ENTITLEMENTS } from '../tiers.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, MEMBER_ROLES } from './act.ts';
import {
  Done,
  Id,
  Instant,
  NoInput,
  PageInput,
  pageOf,
  Reason,
  SearchText,
  strict,
  text,
  WorkspaceName,
} from './forms.ts';
import { TermsKind } from './terms.ts';

const operator = { staff: ['operator'] } as const;
const contractAdmin = { member: ['contract_admin'] } as const;
const WhichWorkspace = text('Name or id of a workspace.');
const Entitlements = Type.Array(Type.Enum([...ENTITLEMENTS], { type: 'string' }), {
  description: 'Entitlements of a CUSTOM contract; those of the other tiers are fixed.',
});

const workspace = {
  id: Id,
  name: Type.String(),
  tier: TierName,
  entitlements: Entitlements,
  pilot_enabled_at: nullable(Instant, {
    description: 'When it joined the agent pilot; null if it does not take part.',
  }),
  suspended_at: nullable(Instant),
  suspended_reason: nullable(Type.String(), { description: 'Not shown to the workspace.' }),
  created_at: Instant,
};
const Workspace = strict(workspace);

const ClaimCode = {
  claim_code: Type.String({ description: 'Shown once; only its hash is stored.' }),
  claim_expires_at: Instant,
};

/** What a command prints below the name of the workspace. */
const SHOW_CLAIM_CODE = [
  '  {claim_code}',
  "It is not shown again. Give it to the customer's Contract Admin, who can claim the workspace with it once,",
  'with rf workspaces claim, before {claim_expires_at|instant}.',
] as const;

const quota = {
  limit: Type.Integer({ description: 'Requests in any 3600 seconds.' }),
  used: Type.Integer({
    description: 'Requests accepted in the last 3600 seconds. The latest second may be missing.',
  }),
  next_at: nullable(Instant, { description: 'When the next request is accepted; null while some are left.' }),
};

const { suspended_reason: _, ...shownToMembers } = workspace;

const WorkspaceState = strict({
  ...shownToMembers,
  terms: Type.Array(
    strict({
      kind: TermsKind,
      version: Type.String(),
      digest: Digest,
      accepted_at: nullable(Instant, { description: 'Null until a Contract Admin accepts this version.' }),
      accepted_by_name: nullable(Type.String()),
    }),
    { description: 'The current terms of each kind.' },
  ),
  signing_secret: strict({
    waits_for_admin: Type.Boolean({ description: 'Whether a Contract Admin can still have it shown, once.' }),
    overlap_ends_at: nullable(Instant, { description: 'While two secrets sign: until when.' }),
  }),
  quotas: Type.Array(
    strict({ tier: TierName, keys: Type.Integer({ description: 'Active keys that share it.' }), ...quota }),
    { description: 'One for each tier of the active keys.' },
  ),
  own_limits: Type.Array(strict({ key_id: Id, ...quota }), {
    description: 'One for each active key with a limit below that of its tier.',
  }),
});

export const workspaceRecords = {
  'workspace.created': { sentence: 'Created the workspace', news: '{count|count workspace} created' },
  'workspace.claim_code_issued': { sentence: 'Issued a code to claim the workspace' },
  'workspace.claimed': { sentence: 'Claimed the workspace as its Contract Admin' },
  'workspace.tier_set': {
    topics: ['access'],
    sentence: 'Set the tier of the workspace[[ from {before.tier|tier}] to {after.tier|tier}]',
  },
  'workspace.pilot_enabled': {
    topics: ['access'],
    sentence: 'Let the workspace take part in the agent pilot',
  },
  'workspace.pilot_disabled': {
    topics: ['access'],
    sentence: 'Ended the part of the workspace in the agent pilot',
  },
  // The topic events tells the deliverer to stop or to continue.
  'workspace.suspended': {
    topics: ['access', 'events'],
    sentence: 'Suspended the workspace',
    news: '{count|count workspace} suspended',
  },
  'workspace.resumed': { topics: ['access', 'events'], sentence: 'Ended the suspension of the workspace' },
  'workspace.secret_shown': { sentence: 'Saw the signing secret of the workspace, once' },
  'workspace.secret_rotated': { topics: ['events'], sentence: 'Rotated the signing secret of the workspace' },
  'workspace.secret_overlap_ended': {
    topics: ['events'],
    sentence: 'Ended the overlap of the signing secrets of the workspace',
  },
} satisfies AuditTable;

export const workspaceActs = {
  'workspaces.list': act({
    kind: 'read',
    who: operator,
    description: 'Lists the workspaces and when each was claimed, oldest first.',
    input: strict({
      tier: Type.Optional(TierName),
      suspended: Type.Optional(Type.Boolean({ description: 'Only those that are, or are not, suspended.' })),
      text: SearchText('the name'),
      ...PageInput,
    }),
    answer: pageOf(strict({ ...workspace, claimed_at: nullable(Instant) })),
    command: {
      name: 'workspaces list',
      columns: {
        NAME: '{name}',
        TIER: '{tier}',
        ENTITLEMENTS: '{entitlements|list}',
        PILOT: '{if pilot_enabled_at}pilot',
        CLAIM: '[{unless claimed_at}not ]claimed',
        '': '{if suspended_at}suspended',
        ID: '{id}',
      },
    },
  }),
  'workspaces.show': act({
    kind: 'read',
    who: { member: MEMBER_ROLES, staff: ['operator'] },
    description: 'Shows a workspace: its tier, the terms it has accepted, its signing secret and its quotas.',
    input: strict({ workspace: WorkspaceName }),
    answer: WorkspaceState,
    command: { name: 'workspaces show' },
  }),
  'workspaces.create': act({
    kind: 'act',
    who: operator,
    description: 'Creates a workspace and issues the code with which its Contract Admin claims it.',
    input: strict({
      name: text('Name of the customer; unique among workspaces.'),
      tier: TierName,
      entitlements: Type.Optional(Entitlements),
    }),
    answer: strict({ workspace: Workspace, ...ClaimCode }),
    creates: true,
    secrets: ['/claim_code'],
    ifLost: 'Issue another claim code: rf workspaces new-claim-code {workspace.id}',
    command: {
      name: 'workspaces create',
      description: 'Create a workspace and show its claim code once.',
      arguments: ['name'],
      prints: ['{workspace.name} created ({workspace.id}), {workspace.tier}', ...SHOW_CLAIM_CODE],
    },
    audit: ['workspace.created'],
  }),
  'workspaces.issue_claim_code': act({
    kind: 'act',
    who: operator,
    description: 'Issues another claim code for a workspace that nobody has claimed; earlier codes expire.',
    input: strict({ workspace: WhichWorkspace }),
    answer: strict(ClaimCode),
    creates: true,
    secrets: ['/claim_code'],
    ifLost: 'Issue another claim code: rf workspaces new-claim-code WORKSPACE',
    command: {
      name: 'workspaces new-claim-code',
      description: 'Issue another claim code for a workspace that nobody has claimed. Earlier codes expire.',
      arguments: ['workspace'],
      prints: ['Claim code for {workspace}', ...SHOW_CLAIM_CODE],
    },
    audit: ['workspace.claim_code_issued'],
  }),
  'workspaces.claim': act({
    kind: 'act',
    who: { anyone: 'the claim code' },
    description: 'Claims a workspace: the person with its claim code becomes its Contract Admin.',
    input: strict({ code: text('The claim code.', 100), name: text('Your name.') }),
    answer: strict({
      workspace: strict({ id: Id, name: Type.String(), tier: TierName }),
      member: strict({ id: Id, name: Type.String(), token: Type.String({ description: 'Shown once.' }) }),
      signing_secret: Type.String({ description: 'Signs webhooks; shown once.' }),
    }),
    creates: true,
    secrets: ['/member/token', '/signing_secret'],
    ifLost: 'Ask the operator of the service to let you in: rf sign-ins recover',
    command: {
      name: 'workspaces claim',
      description:
        'Claim a workspace as its Contract Admin, and show your token and the signing secret once.',
      options: { code: { flag: '--code <code>' }, name: { flag: '--name <name>' } },
      prints: [
        '{member.name} is now Contract Admin of {workspace.name} ({workspace.id}), {workspace.tier}',
        'Token            {member.token}',
        'Signing secret   {signing_secret}',
        'Store both now: they are not shown again. Pass the token in RF_TOKEN or with --token. Use the secret to',
        'verify the signatures of webhooks. Next: rf terms show --kind api',
      ],
    },
    audit: ['workspace.claimed'],
  }),
  'workspaces.set_tier': act({
    kind: 'act',
    who: operator,
    description: 'Sets the tier of a workspace; when it is downgraded, its keys are downgraded immediately.',
    input: strict({ workspace: WhichWorkspace, tier: TierName, entitlements: Type.Optional(Entitlements) }),
    answer: Workspace,
    command: {
      name: 'workspaces set-tier',
      arguments: ['workspace', 'tier'],
      prints: '{name} now has the {tier} tier[ with {given.entitlements}]',
    },
    audit: ['workspace.tier_set'],
  }),
  'workspaces.enable_pilot': act({
    kind: 'act',
    who: operator,
    description: 'Lets a workspace take part in the agent pilot.',
    input: strict({ workspace: WhichWorkspace }),
    answer: Workspace,
    command: {
      name: 'workspaces enable-pilot',
      arguments: ['workspace'],
      prints: '{name} now takes part in the agent pilot',
    },
    audit: ['workspace.pilot_enabled'],
  }),
  'workspaces.disable_pilot': act({
    kind: 'act',
    who: operator,
    description: "Ends a workspace's participation in the agent pilot immediately.",
    input: strict({ workspace: WhichWorkspace }),
    answer: Workspace,
    command: {
      name: 'workspaces disable-pilot',
      arguments: ['workspace'],
      prints: '{name} no longer takes part in the agent pilot',
    },
    audit: ['workspace.pilot_disabled'],
  }),
  'workspaces.suspend': act({
    kind: 'act',
    who: operator,
    description:
      'Suspends a workspace: its keys and agent tools are refused, its webhook deliveries wait, and its members can only read.',
    input: strict({ workspace: WhichWorkspace, reason: Reason }),
    answer: Workspace,
    command: {
      name: 'workspaces suspend',
      description:
        'Stop all keys, agent tools and webhook deliveries of a workspace. Its members can only read.',
      arguments: ['workspace'],
      options: { reason: { help: 'for the record; not shown to the workspace' } },
      prints: '{name} is suspended. To end it: rf workspaces resume "{name}"',
    },
    audit: ['workspace.suspended'],
  }),
  'workspaces.resume': act({
    kind: 'act',
    who: operator,
    description: 'Ends the suspension of a workspace; waiting webhook deliveries are sent.',
    input: strict({ workspace: WhichWorkspace, reason: Type.Optional(Reason) }),
    answer: Workspace,
    command: {
      name: 'workspaces resume',
      arguments: ['workspace'],
      prints: '{name} is no longer suspended',
    },
    audit: ['workspace.resumed'],
  }),
  'workspaces.show_secret': act({
    kind: 'act',
    who: contractAdmin,
    description:
      "Shows the signing secret of the workspace's webhooks, once: to a Contract Admin who was invited by email and did not claim the workspace with a code.",
    input: NoInput,
    answer: strict({ secret: Type.String({ description: 'Shown once.' }) }),
    secrets: ['/secret'],
    command: {
      name: 'workspaces show-secret',
      description:
        'Show the signing secret for webhooks, once, if you did not see it when you claimed the workspace.',
      prints: [
        'Signing secret   {secret}',
        'Store it now: it is not shown again. To replace it, run rf workspaces rotate-secret.',
      ],
    },
    audit: ['workspace.secret_shown'],
  }),
  'workspaces.rotate_secret': act({
    kind: 'act',
    who: contractAdmin,
    description: "Creates a new signing secret for the workspace's webhooks; for 24 hours both secrets sign.",
    input: NoInput,
    answer: strict({ secret: Type.String({ description: 'Shown once.' }), overlap_ends_at: Instant }),
    creates: true,
    secrets: ['/secret'],
    ifLost: 'Create another: rf workspaces rotate-secret --end-overlap, then rf workspaces rotate-secret',
    command: {
      name: 'workspaces rotate-secret',
      description:
        'Create a new signing secret for webhooks and show it once. For 24 hours both secrets sign.',
      prints: [
        'Signing secret   {secret}',
        'Store it now: it is not shown again. Until {overlap_ends_at|instant}, x-rf-signature uses the old secret,',
        'x-rf-signature-next uses the new one, and webhook-signature contains both. To end this earlier, when all',
        'receivers have the new secret, run rf workspaces rotate-secret --end-overlap.',
      ],
    },
    audit: ['workspace.secret_rotated'],
  }),
  'workspaces.end_secret_overlap': act({
    kind: 'act',
    who: contractAdmin,
    description: 'Ends the rotation of the signing secret: from now on only the new secret signs.',
    input: NoInput,
    answer: Done,
    command: {
      name: 'workspaces rotate-secret',
      when: { flag: '--end-overlap', help: 'end the 24 hours now, so that only the new secret signs' },
      prints: 'From now on only the new secret signs',
    },
    audit: ['workspace.secret_overlap_ended'],
  }),
};
