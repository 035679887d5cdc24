// The diagrams of docs/contribute/tables.md, made from the tables that the migrations create on SQLite.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite';

/** Tables by subject, in reading order. Every table belongs to exactly one subject. */
export const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  staff: [
    ...['staff', 'staff_roles', 'staff_tokens', 'staff_invitations', 'officer_keys'],
    ...['requests', 'request_decisions', 'desk_rules', 'founding'],
  ],
  providers: ['providers', 'provider_slugs', 'provider_versions', 'recorded_facts'],
  inputs: [
    ...['documents', 'document_openings', 'evidence', 'proposals', 'decisions', 'retractions', 'due_notes'],
    ...['open_proposals', 'pending_decisions', 'evidence_showings', 'proposal_messages'],
    'provider_notes',
    ...['due_providers', 'due_inputs'],
    ...['proposal_notes', 'entry_drafts'],
  ],
  frameworks: [
    ...['methodologies', 'methodology_sign_offs', 'methodology_activations'],
    ...['methodology_replacements', 'methodology_cancellations', 'configurations'],
  ],
  runs: [
    'runs',
    'run_items',
    'run_approvals',
    'run_progress',
    'run_readings',
    'package_dictionaries',
    'packages',
  ],
  indicators: [
    'publications',
    'indicators',
    'confirmations',
    'provider_states',
    'prepared_snapshots',
    'snapshot_dictionaries',
    'served_indicators',
    'stale_marks',
    'withdrawal_requests',
    'withdrawal_decisions',
    'withdrawals',
    'changelog',
    'events',
    'datasets',
  ],
  log: [
    ...[
      'log_state',
      'log_leaves',
      'log_nodes',
      'record_chain',
      'checkpoints',
      'cosignatures',
      'signing_keys',
    ],
  ],
  market: ['issuances', 'score_requests', 'score_request_notes', 'idempotent_answers'],
  workspaces: [
    'workspaces',
    'workspace_secrets',
    'members',
    'member_tokens',
    'claims',
    'terms_acceptances',
    'api_keys',
    'workspace_notices',
    'notice_mails',
  ],
  sign_in: [
    ...['users', 'user_credentials', 'user_passkeys', 'user_two_factors', 'user_sessions'],
    ...['user_verifications', 'user_members', 'user_staff', 'sign_in_invitations', 'sign_in_failures'],
  ],
  webhooks: [
    'webhook_cursor',
    'webhook_endpoints',
    'endpoint_secrets',
    'webhook_messages',
    'webhook_deliveries',
    'webhook_attempts',
  ],
  records: [
    'key_usage',
    'limit_spans',
    'up_periods',
    'leases',
    'nodes',
    'compatible_versions',
    'incidents',
    'verifications',
    'agent_calls',
    'failed_calls',
    'audit',
    'topics',
    'desk_visits',
    'open_rows',
  ],
};

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  isKey: boolean;
}

interface Reference {
  columns: string[];
  table: string;
}

export interface Table {
  name: string;
  columns: Column[];
  references: Reference[];
  /** Sets of columns of which no two rows have the same values, the primary key among them. */
  unique: string[][];
  isAppendOnly: boolean;
}

/** The tables of a new store; Kysely's own record of migrations is left out. */
export async function readTables(): Promise<Map<string, Table>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'rf-tables-'));
  try {
    const store = await openStore({ dataDir, databaseUrl: null });
    await store.close();
    const db = new DatabaseSync(sqliteFile(dataDir));
    try {
      const names = db
        .prepare(
          "select name from sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%'",
        )
        .all() as { name: string }[];
      return new Map(names.map(({ name }) => [name, readTable(db, name)]));
    } finally {
      db.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function readTable(db: DatabaseSync, name: string): Table {
  const all = <T>(query: string, ...values: string[]) => db.prepare(query).all(...values) as T[];
  const columns = all<{ name: string; type: string; notnull: number; pk: number }>(
    'select * from pragma_table_info(?)',
    name,
  ).map((column) => ({
    name: column.name,
    type: column.type.toLowerCase(),
    isNullable: column.notnull === 0 && column.pk === 0,
    isKey: column.pk > 0,
  }));
  const parts = all<{ id: number; table: string; from: string }>(
    'select id, "table", "from" from pragma_foreign_key_list(?) order by id desc, seq',
    name,
  );
  const references = Map.groupBy(parts, ({ id }) => id);
  const indexes = all<{ name: string }>('select name from pragma_index_list(?) where "unique" = 1', name);
  const unique = indexes.map((index) =>
    all<{ name: string }>('select name from pragma_index_info(?)', index.name).map((column) => column.name),
  );
  const triggers = all<{ name: string }>(
    "select name from sqlite_master where type = 'trigger' and tbl_name = ?",
    name,
  );
  return {
    name,
    columns,
    references: [...references.values()].map((members) => ({
      table: members[0]!.table,
      columns: members.map(({ from }) => from),
    })),
    unique: [columns.filter(({ isKey }) => isKey).map((column) => column.name), ...unique],
    isAppendOnly: triggers.some((trigger) => trigger.name === `${name}_no_update`),
  };
}

/** What docs/contribute/tables.md shows under each subject. */
export function tableDiagrams(): Record<string, () => Promise<string>> {
  let tables: Promise<Map<string, Table>> | undefined;
  return Object.fromEntries(
    Object.keys(SUBJECTS).map((subject) => [
      subject,
      async () => {
        tables ??= readTables();
        return subjectDiagram(subject, await tables);
      },
    ]),
  );
}

/** One Mermaid diagram with the tables of a subject, and a line on which of them are append-only. */
function subjectDiagram(subject: string, tables: ReadonlyMap<string, Table>): string {
  const names = SUBJECTS[subject]!;
  const drawn = names.map((name) => tables.get(name) ?? missing(name, subject));
  const lines = drawn.flatMap((table) => [...entity(table), ...relations(table, names)]);
  const appendOnly = drawn.filter(({ isAppendOnly }) => isAppendOnly).map(({ name }) => `\`${name}\``);
  const note = appendOnly.length === 0 ? 'none' : appendOnly.join(', ');
  return ['```mermaid', 'erDiagram', ...lines, '```', '', `Append-only: ${note}.`].join('\n');
}

function missing(table: string, subject: string): never {
  throw new Error(`There is no table ${table}, which ${subject} lists: see SUBJECTS in table-diagrams.ts.`);
}

function entity({ name, columns, references }: Table): string[] {
  const foreign = new Set(references.flatMap((reference) => reference.columns));
  const attributes = columns.map((column) => {
    const keys = [...(column.isKey ? ['PK'] : []), ...(foreign.has(column.name) ? ['FK'] : [])];
    const note = column.isNullable ? ' "null allowed"' : '';
    return `    ${column.type} ${column.name}${keys.length === 0 ? '' : ` ${keys.join(', ')}`}${note}`;
  });
  return [`  ${name} {`, ...attributes, '  }'];
}

/** Most tables say which member of staff wrote a row; those lines would hide all others. */
function relations(table: Table, names: readonly string[]): string[] {
  return table.references
    .filter((reference) => reference.table !== 'staff' || names.includes('staff'))
    .map((reference) => {
      const columns = table.columns.filter(({ name }) => reference.columns.includes(name));
      const one = columns.some(({ isNullable }) => isNullable) ? '|o' : '||';
      const many = table.unique.some((set) => isWithin(set, reference.columns)) ? 'o|' : 'o{';
      return `  ${reference.table} ${one}--${many} ${table.name} : "${reference.columns.join(', ')}"`;
    });
}

function isWithin(set: readonly string[], columns: readonly string[]): boolean {
  return set.length > 0 && set.every((name) => columns.includes(name));
}
