// Tables of sign-in: users with their credentials and sessions, the people they are, and invitations to sign in.

export interface IdentityTables {
  users: {
    id: string;
    /** In lower case. */
    email: string;
    name: string;
    email_verified: number;
    image: string | null;
    two_factor_enabled: number;
    created_at: number;
    updated_at: number;
  };
  /** Passwords, and accounts at the OIDC provider. */
  user_credentials: {
    id: string;
    user_id: string;
    /** credential: a password. oidc: the provider of the firm. */
    provider_id: string;
    account_id: string;
    /** A scrypt hash. */
    password: string | null;
    scope: string | null;
    created_at: number;
    updated_at: number;
  };
  user_passkeys: {
    id: string;
    user_id: string;
    name: string | null;
    public_key: string;
    credential_id: string;
    counter: number;
    device_type: string;
    backed_up: number;
    transports: string | null;
    aaguid: string | null;
    created_at: number | null;
  };
  user_two_factors: {
    id: string;
    user_id: string;
    /** Encrypted under a key that is derived from the master key. */
    secret: string;
    backup_codes: string;
    verified: number;
    failed_verification_count: number;
    locked_until: number | null;
  };
  user_sessions: {
    id: string;
    user_id: string;
    token: string;
    /** The end of the idle limit or of the absolute limit, whichever comes first. */
    expires_at: number;
    /** When the user authenticated. */
    created_at: number;
    /** The last request, to the minute. */
    updated_at: number;
    ip_address: string | null;
    user_agent: string | null;
    /** The person as whom the user acts: staff/ID or members/ID. */
    acting_as: string;
  };
  /** Challenges and states of a sign-in in progress. */
  user_verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: number;
    created_at: number;
    updated_at: number;
  };
  /** The members of workspaces who a user is. */
  user_members: { member_id: string; user_id: string; linked_at: number };
  /** The member of staff who a user is. */
  user_staff: { staff_id: string; user_id: string; linked_at: number; last_used_at: number | null };
  sign_in_invitations: {
    id: string;
    kind: SignInInvitationKind;
    staff_id: string | null;
    member_id: string | null;
    email: string;
    code_hash: string;
    /** A member of staff, a Contract Admin, or the service for a reset. */
    invited_by: string;
    invited_at: number;
    expires_at: number;
    /** The member of staff who saw the link; null if it was only mailed. */
    shown_to: string | null;
    claimed_at: number | null;
    /** The hash of the password that takes effect when the claim is confirmed. */
    password: string | null;
    check_hash: string | null;
    wrong_checks: number;
    confirmed_at: number | null;
    confirmed_by: string | null;
    /** Set if it was replaced, or ended after too many wrong check numbers. */
    ended_at: number | null;
  };
  /** Failed sign-ins, by a hash of what they are counted by. */
  sign_in_failures: { key: string; failures: number; last_at: number };
}

/** recovery: replaces all credentials of the user. reset: replaces the password. */
export type SignInInvitationKind = 'invitation' | 'recovery' | 'reset';
