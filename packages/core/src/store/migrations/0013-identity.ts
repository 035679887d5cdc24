// Sign-in for people: users, credentials, sessions, the people that users are, and invitations. better-auth uses the
// first six tables; it never changes the schema itself.

import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table users (
    id text primary key,
    email text not null unique,
    name text not null,
    email_verified bigint not null,
    image text,
    two_factor_enabled bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  `create table user_credentials (
    id text primary key,
    user_id text not null references users (id),
    provider_id text not null,
    account_id text not null,
    password text,
    scope text,
    created_at bigint not null,
    updated_at bigint not null,
    unique (provider_id, account_id)
  )`,
  'create index user_credentials_by_user on user_credentials (user_id)',
  `create table user_passkeys (
    id text primary key,
    user_id text not null references users (id),
    name text,
    public_key text not null,
    credential_id text not null unique,
    counter bigint not null,
    device_type text not null,
    backed_up bigint not null,
    transports text,
    aaguid text,
    created_at bigint
  )`,
  'create index user_passkeys_by_user on user_passkeys (user_id)',
  `create table user_two_factors (
    id text primary key,
    user_id text not null unique references users (id),
    secret text not null,
    backup_codes text not null,
    verified bigint not null,
    failed_verification_count bigint not null,
    locked_until bigint
  )`,
  `create table user_sessions (
    id text primary key,
    user_id text not null references users (id),
    token text not null unique,
    expires_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    ip_address text,
    user_agent text,
    acting_as text not null
  )`,
  'create index user_sessions_by_user on user_sessions (user_id)',
  `create table user_verifications (
    id text primary key,
    identifier text not null,
    value text not null,
    expires_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index user_verifications_by_identifier on user_verifications (identifier)',
  `create table user_members (
    member_id text primary key references members (id),
    user_id text not null references users (id),
    linked_at bigint not null
  )`,
  'create index user_members_by_user on user_members (user_id)',
  // One user cannot be two members of staff: they could approve their own requests.
  `create table user_staff (
    staff_id text primary key references staff (id),
    user_id text not null unique references users (id),
    linked_at bigint not null,
    last_used_at bigint
  )`,
  `create table sign_in_invitations (
    id text primary key,
    kind text not null,
    staff_id text references staff (id),
    member_id text references members (id),
    email text not null,
    code_hash text not null unique,
    invited_by text not null,
    invited_at bigint not null,
    expires_at bigint not null,
    shown_to text,
    claimed_at bigint,
    password text,
    check_hash text,
    wrong_checks bigint not null,
    confirmed_at bigint,
    confirmed_by text,
    ended_at bigint,
    check ((staff_id is null) <> (member_id is null))
  )`,
  'create index sign_in_invitations_by_staff on sign_in_invitations (staff_id)',
  'create index sign_in_invitations_by_member on sign_in_invitations (member_id)',
  `create table sign_in_failures (
    key text primary key,
    failures bigint not null,
    last_at bigint not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
