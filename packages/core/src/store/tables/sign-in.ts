// Tables of sign-in: users with their credentials and sessions, the people they are, and invitations to sign in.

import { bigint, operational, table, text, time } from './define.ts';
import { LAST_USE } from './reasons.ts';

const SESSION = 'A session ends by itself; its cookie is signed with a key outside the store.';
const SIGN_IN = 'The state of a sign-in in progress, which expires within minutes.';
const FOLLOWS = 'Follows the other columns.';
const GUESSES = 'Slows down guessing, and expires within a day.';

export const SIGN_IN_TABLES = {
  users: table(
    {
      id: text().key(),
      /** In lower case. */
      email: text().unique(),
      name: text(),
      email_verified: bigint(),
      image: text().nullable().operational('Not used.'),
      two_factor_enabled: bigint(),
      created_at: time(),
      updated_at: time().operational(FOLLOWS),
    },
    { chain: 'rows' },
  ),
  /** Passwords, and accounts at the OIDC provider. */
  user_credentials: table(
    {
      id: text().key(),
      user_id: text().references('users.id'),
      /** credential: a password. oidc: the provider of the firm. */
      provider_id: text(),
      account_id: text(),
      /** A scrypt hash. */
      password: text().nullable(),
      scope: text().nullable(),
      created_at: time(),
      updated_at: time().operational(FOLLOWS),
    },
    {
      chain: 'rows',
      unique: [['provider_id', 'account_id']],
      indexes: { user_credentials_by_user: '(user_id)' },
    },
  ),
  user_passkeys: table(
    {
      id: text().key(),
      user_id: text().references('users.id'),
      name: text().nullable(),
      public_key: text(),
      credential_id: text().unique(),
      counter: bigint().operational('Counts the uses of the passkey; most authenticators always send 0.'),
      device_type: text(),
      backed_up: bigint().operational('What the authenticator reports at each use; it permits nothing.'),
      transports: text().nullable(),
      aaguid: text().nullable(),
      created_at: time().nullable(),
    },
    { chain: 'rows', indexes: { user_passkeys_by_user: '(user_id)' } },
  ),
  user_two_factors: table(
    {
      id: text().key(),
      user_id: text().unique().references('users.id'),
      /** Encrypted under a key that is derived from the master key. */
      secret: text(),
      backup_codes: text(),
      verified: bigint(),
      failed_verification_count: bigint().operational(GUESSES),
      locked_until: time().nullable().operational(GUESSES),
    },
    { chain: 'rows' },
  ),
  user_sessions: table(
    {
      id: text().key(),
      user_id: text().references('users.id'),
      token: text().unique(),
      /** The end of the idle limit or of the absolute limit, whichever comes first. */
      expires_at: time(),
      /** When the user authenticated. */
      created_at: time(),
      /** The last request, to the minute. */
      updated_at: time(),
      ip_address: text().nullable(),
      user_agent: text().nullable(),
      /** The person as whom the user acts: staff/ID or members/ID. */
      acting_as: text(),
    },
    { chain: 'none', proof: operational(SESSION), indexes: { user_sessions_by_user: '(user_id)' } },
  ),
  /** Challenges and states of a sign-in in progress. */
  user_verifications: table(
    {
      id: text().key(),
      identifier: text(),
      value: text(),
      expires_at: time(),
      created_at: time(),
      updated_at: time(),
    },
    {
      chain: 'none',
      proof: operational(SIGN_IN),
      indexes: { user_verifications_by_identifier: '(identifier)' },
    },
  ),
  /** The members of workspaces who a user is. */
  user_members: table(
    {
      member_id: text().key().references('members.id'),
      user_id: text().references('users.id'),
      linked_at: time(),
    },
    { chain: 'rows', indexes: { user_members_by_user: '(user_id)' } },
  ),
  /** The member of staff who a user is. */
  user_staff: table(
    {
      staff_id: text().key().references('staff.id'),
      user_id: text().unique().references('users.id'),
      linked_at: time(),
      last_used_at: time().nullable().operational(LAST_USE),
    },
    { chain: 'rows' },
  ),
  sign_in_invitations: table(
    {
      id: text().key(),
      /** recovery: replaces all credentials of the user. reset: replaces the password. */
      kind: text<'invitation' | 'recovery' | 'reset'>(),
      staff_id: text().nullable().references('staff.id'),
      member_id: text().nullable().references('members.id'),
      email: text(),
      code_hash: text().unique(),
      /** A member of staff, a Contract Admin, or the service for a reset. */
      invited_by: text(),
      invited_at: time(),
      expires_at: time(),
      /** The member of staff who saw the link; null if it was only mailed. */
      shown_to: text().nullable(),
      claimed_at: time().nullable(),
      /** The hash of the password that takes effect when the claim is confirmed. */
      password: text().nullable(),
      check_hash: text().nullable(),
      wrong_checks: bigint(),
      confirmed_at: time().nullable(),
      confirmed_by: text().nullable(),
      /** Set if it was replaced, or ended after too many wrong check numbers. */
      ended_at: time().nullable(),
    },
    {
      chain: 'rows',
      checks: ['(staff_id is null) <> (member_id is null)'],
      indexes: { sign_in_invitations_by_staff: '(staff_id)', sign_in_invitations_by_member: '(member_id)' },
    },
  ),
  /** Failed sign-ins, by a hash of what they are counted by. */
  sign_in_failures: table(
    {
      key: text().key(),
      failures: bigint(),
      last_at: time(),
    },
    { chain: 'none', proof: operational(GUESSES) },
  ),
} as const;
