// Which content of a store may change without being found: records of operation, on which nothing that was published
// or decided depends.

/** Tables, or single columns as table.column. */
const OPERATIONAL: ReadonlySet<string> = new Set([
  // Measurements: requests, calls of agents, uptime, and the windows of rate limits.
  'key_usage',
  'agent_calls',
  'up_periods',
  'limit_spans',
  'idempotent_answers',
  'staff_tokens.last_used_at',
  // Sending: what is sent is made from events, which are not operational.
  'webhook_cursor',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_messages',
  'workspace_notices',
  // Signals between processes, and notes for the person who works on an input next.
  'topics',
  'workspaces.access_version',
  'api_keys.access_version',
  'due_notes',
  // When a migration ran. Which migrations ran is checked when a store is opened.
  'kysely_migration.timestamp',
  'kysely_migration_lock',
]);

/**
 * Content that is served or decided and that neither rf doctor nor rf verify --all checks yet, apart from what the
 * database itself requires: unique keys, references, and constraints.
 */
const NOT_YET_COVERED: ReadonlySet<string> = new Set([
  'log_leaves.kind',
  'log_state.baseline_due',
  'checkpoints.created_at',
  'signing_keys.valid_from',
  'methodologies.imported_at',
  'methodology_activations.activated_at',
  'methodology_activations.impact',
  'methodology_activations.notes',
  'methodology_activations.urgent_reason',
  'methodology_activations.differences',
  'methodology_activations.differences_digest',
  'methodology_sign_offs.sign_off',
  'methodology_sign_offs.recorded_at',
  'indicators.as_of',
  'indicators.known_at',
  'indicators.caps',
  'indicators.correction_reason',
  'provider_states.contested',
  'provider_states.unscorable_since',
  'provider_states.unscorable_reason',
  'withdrawals.id',
  'withdrawals.withdrawn_by',
  'withdrawals.approved_by',
  'stale_marks.marked_at',
  'changelog.id',
  'changelog.reason',
  'officer_keys.enrolled_at',
  'officer_keys.retired_at',
  'publications.published_at',
  'publications.published_by',
  'publications.approved_by',
  'publications.tree_size',
  'runs.as_of',
  'runs.known_at',
  'runs.reason',
  'runs.created_by',
  'runs.created_at',
  'runs.finished_at',
  'configurations.name',
  'configurations.content',
  'configurations.recorded_at',
  'founding',
  'staff',
  'staff_roles',
  'staff_tokens',
  'staff_invitations',
  'requests',
  'request_decisions',
  'desk_rules',
  'providers',
  'provider_slugs',
  'provider_versions',
  'recorded_facts',
  'documents',
  'document_openings',
  'evidence',
  'proposals',
  'decisions',
  'retractions',
  'run_items',
  'run_approvals',
  'withdrawal_requests',
  'events',
  'audit',
  'issuances',
  'score_requests',
  'score_request_notes',
  'workspaces',
  'workspace_secrets',
  'members',
  'member_tokens',
  'claims',
  'terms_acceptances',
  'api_keys',
  'webhook_endpoints',
  'sqlite_schema',
]);

export function isOperational(column: string): boolean {
  return OPERATIONAL.has(column) || OPERATIONAL.has(tableOf(column));
}

export function isNotYetCovered(column: string): boolean {
  return NOT_YET_COVERED.has(column) || NOT_YET_COVERED.has(tableOf(column));
}

function tableOf(column: string): string {
  return column.slice(0, column.indexOf('.'));
}
