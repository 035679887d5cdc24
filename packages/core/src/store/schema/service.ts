// Tables of the service itself: topics, limits, uptime and the audit trail.

export interface ServiceTables {
  /** How often each topic has moved. */
  topics: { topic: Topic; version: number };
  /** Saved rate-limit windows, one row per second, so that a restart does not reset them. */
  limit_spans: { node: string; window_id: string; second: number; times: string };
  idempotent_answers: { scope: string; key: string; body_digest: string; answer: string; created_at: number };
  /** Which node does the work of this name, until when by the clock of the database. The fence grows with each new holder. */
  leases: { name: string; holder: string; fence: number; expires_at: number };
  /** Processes that serve this store; `version` is the newest migration that the program knows. */
  nodes: { name: string; version: string; started_at: number; last_seen_at: number };
  up_periods: { id: string; node: string; started_at: number; last_seen_at: number };
  /** One row: the migration that a program must at least know to use the store. */
  compatible_versions: { id: number; oldest: string };
  /** What staff announce on the status page. */
  incidents: {
    id: string;
    title: string;
    detail: string | null;
    /** How the service works meanwhile. */
    impact: 'operational' | 'degraded' | 'outage';
    started_at: number;
    /** null while it goes on. */
    ended_at: number | null;
    opened_by: string;
    updated_at: number;
  };
  /** Verifications of the whole store that were started at the desk. */
  verifications: {
    id: string;
    started_at: number;
    started_by: string;
    /** When the process that verifies was last heard of. */
    seen_at: number;
    done: number;
    total: number;
    finished_at: number | null;
    /** JSON. */
    result: string | null;
    /** Why it ended without a result. */
    failure: string | null;
  };
  audit: {
    seq: number;
    id: string;
    at: number;
    actor: string;
    action: string;
    subject: string;
    before: string | null;
    after: string | null;
    via: 'command' | 'token' | 'session' | null;
  };
}

/**
 * published: data that readers see. access: data that decides what a key may read. events: webhook events and
 * endpoints. desk: everything else that staff see.
 */
export type Topic = 'published' | 'access' | 'events' | 'desk';
