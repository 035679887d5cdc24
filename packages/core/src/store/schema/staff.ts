// Tables of the staff: who works at the desk, and who decided what together.

export interface StaffTables {
  staff: { id: string; name: string; created_at: number; retired_at: number | null };
  staff_roles: { staff_id: string; role: StaffRole };
  staff_tokens: {
    token_hash: string;
    staff_id: string;
    prefix: string;
    created_at: number;
    revoked_at: number | null;
    /** null until a second person has confirmed the claim of the invitation; the token does not work before. */
    confirmed_at: number | null;
    /** To the day. */
    last_used_at: number | null;
  };
  /** One row per code that was issued to a person; the newest one counts. */
  staff_invitations: {
    id: string;
    code_hash: string;
    staff_id: string;
    invited_by: string;
    invited_at: number;
    expires_at: number;
    claimed_at: number | null;
    /** The token that the claim created. */
    token_hash: string | null;
    /** How often somebody tried to confirm the claim with the wrong check number. */
    wrong_checks: number;
    confirmed_at: number | null;
    /** null while the store was being founded. */
    confirmed_by: string | null;
  };
  /** When people were at the desk. */
  desk_visits: {
    staff_id: string;
    last_seen_at: number;
    /** When the visit before this one ended; null during the first one. */
    away_since: number | null;
  };
  /** What people have open at the desk, by the tab of their browser. */
  open_rows: { tab: string; staff_id: string; page: string; row_id: string; seen_at: number };
  officer_keys: {
    key_id: string;
    staff_id: string;
    public_key: string;
    enrolled_at: number;
    enrolled_by: string;
    retired_at: number | null;
  };
  /** Acts that take two people: what one person requested. */
  requests: {
    id: string;
    kind: string;
    /** What it is about, as in the audit trail. */
    subject: string;
    /** JSON object: the input of the act. */
    content: string;
    requested_by: string;
    requested_at: number;
  };
  request_decisions: {
    request_id: string;
    requested_by: string;
    decision: RequestDecision;
    decided_by: string;
    decided_at: number;
    reason: string | null;
  };
  /** Settings of the two-person rule; the newest row of a name counts. */
  desk_rules: { name: string; value: string; set_at: number; request_id: string };
  /** Whether the store is being founded; the newest row counts. */
  founding: {
    seq: number;
    state: FoundingState;
    since: number;
    /** A member of staff, or the service. */
    set_by: string;
    /** For a notice: when the store may return to its founding. */
    effective_at: number | null;
    reason: string;
  };
}

export type StaffRole = 'analyst' | 'reviewer' | 'chief_risk_officer' | 'operator';

export type RequestDecision = 'approved' | 'refused' | 'cancelled';
/** notice: somebody announced that the store returns to its founding; the rule still holds. */
export type FoundingState = 'founding' | 'notice' | 'in_force';
