// Tables of customers: workspaces, members, terms, keys and their use.

export interface AccountTables {
  workspaces: {
    id: string;
    name: string;
    tier: Tier;
    /** JSON array of a CUSTOM contract's entitlements. */
    entitlements: string;
    pilot_enabled_at: number | null;
    created_at: number;
    created_by: string;
    /** The version of the topic `access` at which the permissions of its keys last changed. */
    access_version: number;
    suspended_at: number | null;
    /** For operators; null unless it is suspended. */
    suspended_reason: string | null;
  };
  workspace_secrets: {
    workspace_id: string;
    version: number;
    /** Encrypted under the master key. */
    sealed_secret: string;
    created_at: number;
    shown_at: number | null;
    /** When it stops signing, after a rotation; null for the newest secret. */
    retires_at: number | null;
  };
  members: {
    id: string;
    workspace_id: string;
    name: string;
    role: MemberRole;
    created_at: number;
    removed_at: number | null;
  };
  member_tokens: {
    token_hash: string;
    member_id: string;
    prefix: string;
    created_at: number;
    revoked_at: number | null;
  };
  /** Codes that operators give to a customer's Contract Admin; each can be used once. */
  claims: {
    code_hash: string;
    workspace_id: string;
    created_at: number;
    expires_at: number;
    claimed_at: number | null;
    claimed_by: string | null;
  };
  terms_acceptances: {
    id: string;
    workspace_id: string;
    kind: TermsKind;
    version: string;
    /** SHA-256 of the text that was accepted. */
    digest: string;
    accepted_by: string;
    accepted_at: number;
    accepted_from: string;
    /** The name that the person typed to accept; null where it was not asked for. */
    typed_name: string | null;
  };
  api_keys: {
    id: string;
    workspace_id: string;
    key_hash: string;
    prefix: string;
    name: string;
    tier: Tier;
    agent_scope: number;
    /** Lower than the limit of its tier; null for the limit of the tier. */
    hourly_limit: number | null;
    created_at: number;
    created_by: string;
    expires_at: number | null;
    revoked_at: number | null;
    /** The key that it replaced, which stays valid for a grace period. */
    replaces: string | null;
    /** The version of the topic `access` at which the key last changed. */
    access_version: number;
  };
  key_usage: {
    key_id: string;
    /** The start of the hour. */
    hour: number;
    operation: string;
    accepted: number;
    /** Requests over the limit. */
    refused: number;
    last_at: number;
  };
  /** Calls of agent tools with their outcome, but not their input. */
  agent_calls: {
    /** Calls that were written together share a batch; `position` is the index within it. */
    batch: string;
    position: number;
    key_id: string;
    called_at: number;
    endpoint: AgentEndpoint;
    /** null if the call did not name one of our tools. */
    tool: string | null;
    /** ok, or the code of the refusal. */
    outcome: string;
    duration_us: number;
    request_id: string;
  };
  /** Calls of keys that were refused or failed, without their path, query or body. */
  failed_calls: {
    /** Of a row of counted calls, the key and the minute. */
    id: string;
    workspace_id: string;
    key_id: string;
    failed_at: number;
    /** null, like the operation, the status and the code, in a row of counted calls. */
    request_id: string | null;
    operation: string | null;
    status: number | null;
    code: string | null;
    /** 1, or how many calls were only counted. */
    calls: number;
  };
  /** Notices to a workspace, such as a disabled endpoint. */
  workspace_notices: {
    id: string;
    workspace_id: string;
    kind: string;
    subject: string;
    message: string;
    created_at: number;
  };
  /** Mails of notices that wait to be sent; a row is deleted when its mail was sent. */
  notice_mails: { notice_id: string; member_id: string; attempts: number; next_attempt_at: number };
}

export type Tier = 'FREE' | 'PROFESSIONAL' | 'ENTERPRISE' | 'CUSTOM';

export type MemberRole = 'contract_admin' | 'developer' | 'viewer';

/** The two ways to call an agent tool: by its name and input, or through the Model Context Protocol. */
export type AgentEndpoint = 'plain' | 'mcp';

export type TermsKind = 'api' | 'agent';
