// Tables of webhook endpoints and deliveries.

export interface WebhookTables {
  /** A single row with the newest event that was fanned out; no row before the first. */
  webhook_cursor: { id: number; seq: number };
  webhook_endpoints: {
    id: string;
    workspace_id: string;
    url: string;
    description: string;
    /** JSON array of event types. */
    event_types: string;
    /** JSON array of provider ids; all providers if empty. */
    provider_ids: string;
    /** The newest event when the endpoint was created; it is sent only later ones. */
    from_seq: number;
    created_at: number;
    created_by: string;
    disabled_at: number | null;
    disabled_because: DisabledBecause | null;
    /** The first failure since a success. */
    failing_since: number | null;
    removed_at: number | null;
  };
  /** The secrets that sign for an endpoint in turn; none if only that of its workspace ever did. */
  endpoint_secrets: {
    endpoint_id: string;
    version: number;
    /** Encrypted under the master key; null stands for the secret of the workspace. */
    sealed_secret: string | null;
    created_at: number;
    /** When it stops signing, after a change; null for the newest one. */
    retires_at: number | null;
  };
  /** An event in the form for one workspace; all deliveries to it send the same bytes. */
  webhook_messages: {
    workspace_id: string;
    event_id: string;
    type: string;
    provider_id: string | null;
    seq: number;
    is_test: number;
    created_at: number;
    body: string;
  };
  /** Identified by endpoint and event. It has few indexes and no foreign keys, because it is written often. */
  webhook_deliveries: {
    endpoint_id: string;
    event_id: string;
    status: DeliveryStatus;
    /** Attempts of the current schedule; a redelivery starts again at 0. */
    step: number;
    /** All attempts. */
    tries: number;
    /** When it may be claimed: the time of the next attempt or, once claimed, the end of the lease. */
    due_at: number;
    claim: string | null;
    created_at: number;
    finished_at: number | null;
    last_code: number | null;
    last_error: string | null;
  };
  webhook_attempts: {
    endpoint_id: string;
    event_id: string;
    started_at: number;
    finished_at: number;
    url: string;
    /** JSON object, as sent. */
    request_headers: string;
    code: number | null;
    /** JSON object, up to 1 KiB. */
    response_headers: string | null;
    /** The first 1 KiB. */
    response_body: string | null;
    error: string | null;
  };
}

/** pending: sent when it is due. waiting: until its endpoint is enabled. The others are final. */
export type DeliveryStatus = 'pending' | 'waiting' | 'delivered' | 'exhausted' | 'cancelled';

/** By a member, by a 410 response, or after five days of failures. */
export type DisabledBecause = 'member' | 'gone' | 'failing';
