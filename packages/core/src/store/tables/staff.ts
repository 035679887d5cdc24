// Tables of the staff: who works at the desk, and who decided what together.

import { bigint, flag, integer, oneOf, operational, table, text, time } from './define.ts';
import { FREE_TEXT, LAST_USE, PUBLISHED, SMALL } from './reasons.ts';

export const STAFF_TABLES = {
  staff: table(
    {
      id: text().key(),
      name: text().erasedBy('staff.erase'),
      created_at: time(),
      retired_at: time().nullable(),
    },
    { staysSmall: SMALL.staff, chain: 'rows', authority: true },
  ),
  staff_roles: table(
    {
      staff_id: text().key().references('staff.id'),
      role: oneOf('analyst', 'reviewer', 'chief_risk_officer', 'operator').key(),
    },
    { staysSmall: SMALL.staff, chain: 'rows', authority: true, heldBy: ['staff_id'] },
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
    { staysSmall: SMALL.staff, chain: 'rows', authority: true, heldBy: ['staff_id'] },
  ),
  /** The days on which people used the desk, by a token or a sign-in: they decide who is gone. */
  staff_attendance: table(
    {
      staff_id: text().key().references('staff.id'),
      /** UTC days. */
      first_day: text(),
      last_day: text(),
    },
    { staysSmall: SMALL.staff, chain: 'rows', authority: true },
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
    {
      staysSmall: SMALL.staff,
      chain: 'rows',
      authority: true,
      heldBy: ['staff_id'],
      checks: ['confirmed_by is null or confirmed_by <> invited_by'],
    },
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
    { staysSmall: SMALL.staff, chain: 'rows', authority: true },
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
    {
      staysSmall: SMALL.typed,
      chain: 'rows',
      authority: true,
      unique: [['id', 'requested_by']],
      appendOnly: true,
    },
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
      staysSmall: SMALL.typed,
      chain: 'rows',
      authority: true,
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
    { staysSmall: SMALL.rules, chain: 'rows', authority: true, appendOnly: true },
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
      /** What the log says of it: that the store returned to its founding, or that this ended; null if nothing. */
      logged_as: text<'returned' | 'ended'>().nullable(),
    },
    { staysSmall: SMALL.rules, chain: 'rows', authority: true, appendOnly: true },
  ),
  /** A demo has one row, from the transaction that made it; no other store has any. */
  demo_mark: table(
    {
      id: integer().key().check('id = 1'),
      /** When its story begins. */
      begins_at: time(),
    },
    { staysSmall: SMALL.rules, chain: 'rows', authority: true, appendOnly: true },
  ),
  /** Mails about a notice or a return that wait to be sent. */
  founding_mails: table(
    {
      seq: bigint().key().references('founding.seq'),
      staff_id: text().key().references('staff.id'),
      attempts: integer(),
      next_attempt_at: time(),
    },
    {
      staysSmall: SMALL.waiting,
      chain: 'none',
      proof: operational(
        'A mail that waits to be sent. Somebody who deletes it keeps a colleague from being mailed. The step is chained, every command warns of it, and a return is in the public log.',
      ),
    },
  ),
  /** Which mails about their work people do not want. */
  mail_choices: table(
    {
      staff_id: text().key().references('staff.id'),
      digest: flag(),
      at_once: flag(),
    },
    {
      staysSmall: SMALL.staff,
      chain: 'none',
      proof: operational(
        'Somebody who changes it keeps a colleague from being mailed; what waits is on the home page all the same.',
      ),
    },
  ),
  /** Mails to the staff about their work, those that were sent too, so that none is sent twice. */
  staff_mails: table(
    {
      staff_id: text().key().references('staff.id'),
      /** digest/DAY, request/ID or mention/PROPOSAL/TIME. */
      about: text().key(),
      created_at: time(),
      attempts: integer(),
      next_attempt_at: time(),
      sent_at: time().nullable(),
    },
    {
      staysSmall: SMALL.waiting,
      chain: 'none',
      proof: operational(
        'Somebody who changes it keeps a colleague from being mailed, or has a mail sent again; what waits is on the home page all the same.',
      ),
    },
  ),
} as const;
