// Tables of the staff: who works at the desk, and who decided what together.

import { bigint, integer, oneOf, table, text, time } from './define.ts';
import { FREE_TEXT, LAST_USE, PUBLISHED } from './reasons.ts';

export const STAFF_TABLES = {
  staff: table(
    {
      id: text().key(),
      name: text().erasedBy('staff.erase'),
      created_at: time(),
      retired_at: time().nullable(),
    },
    { chain: 'rows' },
  ),
  staff_roles: table(
    {
      staff_id: text().key().references('staff.id'),
      role: oneOf('analyst', 'reviewer', 'chief_risk_officer', 'operator').key(),
    },
    { chain: 'rows' },
  ),
  staff_tokens: table(
    {
      token_hash: text().key(),
      staff_id: text().references('staff.id'),
      prefix: text(),
      created_at: time(),
      revoked_at: time().nullable(),
      /** null until a second person has confirmed the claim of the invitation; the token does not work before. */
      confirmed_at: time().nullable(),
      /** To the day. */
      last_used_at: time().nullable().operational(LAST_USE),
    },
    { chain: 'rows' },
  ),
  /** One row per code that was issued to a person; the newest one counts. */
  staff_invitations: table(
    {
      id: text().key(),
      code_hash: text().unique(),
      staff_id: text().references('staff.id'),
      invited_by: text().references('staff.id'),
      invited_at: time(),
      expires_at: time(),
      claimed_at: time().nullable(),
      /** The token that the claim created. */
      token_hash: text().nullable().references('staff_tokens.token_hash'),
      /** How often somebody tried to confirm the claim with the wrong check number. */
      wrong_checks: integer().default(0),
      confirmed_at: time().nullable(),
      /** null while the store was being founded. */
      confirmed_by: text().nullable().references('staff.id'),
    },
    { chain: 'rows', checks: ['confirmed_by is null or confirmed_by <> invited_by'] },
  ),
  officer_keys: table(
    {
      key_id: text().key().kept(PUBLISHED),
      staff_id: text().references('staff.id'),
      public_key: text().kept(PUBLISHED),
      enrolled_at: time(),
      enrolled_by: text().references('staff.id'),
      retired_at: time().nullable(),
    },
    { chain: 'rows' },
  ),
  /** Acts that take two people: what one person requested. */
  requests: table(
    {
      id: text().key(),
      kind: text(),
      /** What it is about, as in the audit trail. */
      subject: text(),
      /** JSON object: the input of the act. */
      content: text().erasedBy('staff.erase'),
      requested_by: text().references('staff.id'),
      requested_at: time(),
    },
    { chain: 'rows', unique: [['id', 'requested_by']], appendOnly: true },
  ),
  request_decisions: table(
    {
      request_id: text().key(),
      requested_by: text(),
      decision: oneOf('approved', 'refused', 'cancelled'),
      decided_by: text().references('staff.id'),
      decided_at: time(),
      reason: text().nullable().kept(FREE_TEXT),
    },
    {
      chain: 'rows',
      foreignKeys: [
        { columns: ['request_id', 'requested_by'], references: 'requests', their: ['id', 'requested_by'] },
      ],
      checks: ["decision <> 'approved' or decided_by <> requested_by"],
      appendOnly: true,
    },
  ),
  /** Settings of the two-person rule; the newest row of a name counts. */
  desk_rules: table(
    {
      name: text().key(),
      value: text(),
      set_at: time().key(),
      request_id: text().references('requests.id'),
    },
    { chain: 'rows', appendOnly: true },
  ),
  /** Whether the store is being founded; the newest row counts. */
  founding: table(
    {
      seq: bigint().key(),
      /** notice: somebody announced that the store returns to its founding; the rule still holds. */
      state: oneOf('founding', 'notice', 'in_force'),
      since: time(),
      /** A member of staff, or the service. */
      set_by: text(),
      /** For a notice: when the store may return to its founding. */
      effective_at: time().nullable(),
      reason: text().kept(FREE_TEXT),
    },
    { chain: 'rows', appendOnly: true },
  ),
} as const;
