// Tables of sign-in: users with their credentials and sessions, the people they are, and invitations to sign in.

import { bigint, oneOf, operational, table, text, time } from './define.ts';
import { LAST_USE, SMALL } from './reasons.ts';

const IDLE =
  'Somebody who changes it keeps their own idle session open, at most until the absolute limit, which follows from created_at.';
const SHOWN =
  'Shown to the user whose session it is. Somebody who changes it hides from which device they signed in; it permits nothing.';
const SIGN_IN =
  'The state of a sign-in in progress, which expires within minutes. Its value has a MAC: a changed row is as if it did not exist.';
const FOLLOWS = 'The time of the last change of the row; it permits nothing.';
const GUESSES =
  'Slows down guessing. Somebody who sets it back can guess a password or a code as fast as the limits per address and the turns of hashing allow.';

export const SIGN_IN_TABLES = {
  users: table(
    {
      id: text().key(),
      /** In lower case. */
      email: text().unique(),
      name: text(),
      email_verified: bigint(),
      image: text().nullable().operational('Nothing reads it.'),
      two_factor_enabled: bigint(),
      created_at: time(),
      updated_at: time().operational(FOLLOWS),
    },
    { chain: 'rows', authority: true },
  ),
  /** Passwords, and accounts at the OIDC provider. */
  user_credentials: table(
    {
      id: text().key(),
      user_id: text().references('users.id'),
      /** credential: a password. oidc: the provider of the firm. */
      provider_id: text(),
      /** For the provider: its issuer, a space, and the subject that it names. */
      account_id: text(),
      /** A scrypt hash. */
      password: text().nullable(),
      scope: text().nullable(),
      created_at: time(),
      updated_at: time().operational(FOLLOWS),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['user_id'],
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
      counter: bigint().operational(
        'Counts the uses of the passkey; most authenticators always send 0. Somebody who sets it back hides that a device was copied.',
      ),
      device_type: text(),
      backed_up: bigint().operational(
        'What the authenticator reports at each use. Somebody who changes it misstates whether the passkey is copied to other devices; it permits nothing.',
      ),
      transports: text().nullable(),
      aaguid: text().nullable(),
      created_at: time().nullable(),
    },
    { chain: 'rows', authority: true, heldBy: ['user_id'], indexes: { user_passkeys_by_user: '(user_id)' } },
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
    { chain: 'rows', authority: true, heldBy: ['user_id'] },
  ),
  user_sessions: table(
    {
      id: text().key(),
      user_id: text().references('users.id'),
      token: text().unique(),
      /** The end of the idle limit or of the absolute limit, whichever comes first. */
      expires_at: time().operational(IDLE),
      /** When the user authenticated. */
      created_at: time(),
      /** The last request, to the minute. */
      updated_at: time().operational(IDLE),
      ip_address: text().nullable().operational(SHOWN),
      user_agent: text().nullable().operational(SHOWN),
      /** The person as whom the user acts: staff/ID or members/ID. */
      acting_as: text(),
      /**
       * How the user authenticated; null for sessions from before this was recorded. code and recovery_code: the second
       * factor, after a password or the provider.
       */
      method: text<'password' | 'provider' | 'passkey' | 'code' | 'recovery_code'>().nullable(),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['user_id', 'acting_as', 'token'],
      rowsExpire: true,
      indexes: { user_sessions_by_person: '(acting_as)', user_sessions_by_user: '(user_id)' },
    },
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
      indexes: {
        user_verifications_by_identifier: '(identifier)',
        user_verifications_by_end: '(expires_at)',
      },
    },
  ),
  /** The members of workspaces who a user is. */
  user_members: table(
    {
      member_id: text().key().references('members.id'),
      user_id: text().references('users.id'),
      linked_at: time(),
    },
    { chain: 'rows', authority: true, indexes: { user_members_by_user: '(user_id)' } },
  ),
  /** The member of staff who a user is. */
  user_staff: table(
    {
      staff_id: text().key().references('staff.id'),
      user_id: text().unique().references('users.id'),
      linked_at: time(),
      last_used_at: time().nullable().operational(LAST_USE),
    },
    { staysSmall: SMALL.staff, chain: 'rows', authority: true },
  ),
  sign_in_invitations: table(
    {
      id: text().key(),
      /**
       * recovery: replaces all credentials of the user. reset: replaces the password. link: an account at the OIDC provider
       * becomes a way to sign in.
       */
      kind: text<'invitation' | 'recovery' | 'reset' | 'link'>(),
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
      /** For a link: the account, as in user_credentials. */
      account_id: text().nullable(),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['staff_id', 'member_id'],
      checks: ['(staff_id is null) <> (member_id is null)'],
      indexes: {
        sign_in_invitations_open: '(invited_at, id) where confirmed_at is null and ended_at is null',
        sign_in_invitations_by_staff: '(staff_id)',
        sign_in_invitations_by_member: '(member_id)',
      },
    },
  ),
  /** The mail server and the OIDC provider that the service may use; the newest row of a kind counts. */
  sign_in_servers: table(
    {
      kind: oneOf('mail', 'provider').key(),
      seq: bigint().key(),
      /** smtp://HOST:PORT, or the issuer; null: none may be used. */
      address: text().nullable(),
      /** The sender of mails, or the client id at the provider. */
      used_as: text().nullable(),
      set_at: time(),
      /** A member of staff, or the service. */
      set_by: text(),
      /** founding: only the founder was on the staff. as_found: what a store from before this table was configured with. */
      basis: oneOf('founding', 'as_found', 'two_people'),
      request_id: text().nullable().references('requests.id'),
    },
    {
      staysSmall: SMALL.keys,
      chain: 'rows',
      authority: true,
      checks: ["(basis = 'two_people') = (request_id is not null)"],
      appendOnly: true,
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
