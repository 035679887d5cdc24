// Tables of customers: workspaces, members, terms and keys.

import { flag, integer, oneOf, operational, table, text, time } from './define.ts';
import { FREE_TEXT, NAMED_BY_CUSTOMER, SMALL } from './reasons.ts';

const MAILING =
  'A mail that waits to be sent. Somebody who deletes it keeps a member from being mailed; the notice itself is chained, and shown in the console.';

export const WORKSPACE_TABLES = {
  workspaces: table(
    {
      id: text().key(),
      name: text().unique().kept(NAMED_BY_CUSTOMER),
      tier: oneOf('FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM'),
      /** JSON array of a CUSTOM contract's entitlements. */
      entitlements: text(),
      pilot_enabled_at: time().nullable(),
      created_at: time(),
      created_by: text().references('staff.id'),
      suspended_at: time().nullable(),
      /** For operators; null unless it is suspended. */
      suspended_reason: text().nullable().kept(FREE_TEXT),
    },
    { chain: 'rows', indexes: { workspaces_by_time: '(created_at, id)' }, authority: true },
  ),
  workspace_secrets: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      version: integer().key(),
      /** Encrypted under the master key. */
      sealed_secret: text(),
      created_at: time(),
      shown_at: time().nullable(),
      /** When it stops signing, after a rotation; null for the newest secret. */
      retires_at: time().nullable(),
    },
    { chain: 'rows' },
  ),
  members: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      name: text().erasedBy('members.erase'),
      role: oneOf('contract_admin', 'risk_officer', 'developer', 'viewer'),
      created_at: time(),
      removed_at: time().nullable(),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['workspace_id'],
      indexes: { members_by_name: '(name)', members_by_workspace: '(workspace_id)' },
    },
  ),
  member_tokens: table(
    {
      token_hash: text().key(),
      member_id: text().references('members.id'),
      prefix: text(),
      created_at: time(),
      revoked_at: time().nullable(),
    },
    {
      chain: 'rows',
      indexes: { member_tokens_by_member: '(member_id)' },
      authority: true,
      heldBy: ['member_id'],
    },
  ),
  /** Codes that operators give to a customer's Contract Admin; each can be used once. */
  claims: table(
    {
      code_hash: text().key(),
      workspace_id: text().references('workspaces.id'),
      created_at: time(),
      expires_at: time(),
      claimed_at: time().nullable(),
      claimed_by: text().nullable().references('members.id'),
    },
    {
      chain: 'rows',
      indexes: { claims_by_workspace: '(workspace_id)' },
      authority: true,
      heldBy: ['workspace_id'],
    },
  ),
  terms_acceptances: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      kind: oneOf('api', 'agent'),
      version: text(),
      /** SHA-256 of the text that was accepted. */
      digest: text(),
      accepted_by: text().references('members.id'),
      accepted_at: time(),
      accepted_from: text().erasedBy('members.erase'),
      /** The name that the person typed to accept; null where it was not asked for. */
      typed_name: text().nullable().erasedBy('members.erase'),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['accepted_by'],
      indexes: {
        terms_acceptances_by_workspace: '(workspace_id)',
        terms_acceptances_by_member: '(accepted_by)',
      },
      appendOnly: true,
    },
  ),
  api_keys: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      key_hash: text().unique(),
      prefix: text(),
      name: text().kept(NAMED_BY_CUSTOMER),
      tier: oneOf('FREE', 'PROFESSIONAL', 'ENTERPRISE', 'CUSTOM'),
      agent_scope: flag(),
      /** All that the key may call; null for whatever its tier includes. */
      scope: oneOf('evaluate').nullable(),
      /** Lower than the limit of its tier; null for the limit of the tier. */
      hourly_limit: integer().nullable(),
      created_at: time(),
      created_by: text().references('members.id'),
      expires_at: time().nullable(),
      revoked_at: time().nullable(),
      /** The key that it replaced, which stays valid for a grace period. */
      replaces: text().nullable().unique().references('api_keys.id'),
    },
    {
      chain: 'rows',
      authority: true,
      indexes: {
        api_keys_by_workspace: '(workspace_id, name)',
        api_keys_by_prefix: '(prefix)',
      },
    },
  ),
  /** Notices to a workspace, such as a disabled endpoint. */
  workspace_notices: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      kind: text(),
      subject: text(),
      message: text(),
      created_at: time(),
    },
    {
      chain: 'rows',
      indexes: { workspace_notices_by_workspace: '(workspace_id, created_at)' },
      appendOnly: true,
    },
  ),
  /** Mails of notices that wait to be sent; a row is deleted when its mail was sent. */
  notice_mails: table(
    {
      notice_id: text().key().references('workspace_notices.id'),
      member_id: text().key().references('members.id'),
      attempts: integer(),
      next_attempt_at: time(),
    },
    {
      staysSmall: SMALL.waiting,
      chain: 'none',
      proof: operational(MAILING),
      indexes: { notice_mails_due: '(next_attempt_at)' },
    },
  ),
} as const;
