// The tables of the store, the same for both databases, and what follows from their definitions: the types of queries,
// what the record chain covers, and the order of a backup. Ids are text, times are epoch milliseconds, dates and
// decimals are text as they were entered, JSON is text, and flags are 0 or 1.

import { ANALYSIS_TABLES } from './tables/analysis.ts';
import { BOOK_TABLES } from './tables/books.ts';
import { DECISION_TABLES } from './tables/decisions.ts';
import { bigint, type Columns, type Proof, type Rows, type TableDefinition } from './tables/define.ts';
import { FRAMEWORK_TABLES } from './tables/frameworks.ts';
import { INDICATOR_TABLES } from './tables/indicators.ts';
import { INPUT_TABLES } from './tables/inputs.ts';
import { LOG_TABLES } from './tables/log.ts';
import { MARKET_TABLES } from './tables/market.ts';
import { POLICY_TABLES } from './tables/policies.ts';
import { PROVIDER_TABLES } from './tables/providers.ts';
import { RUN_TABLES } from './tables/runs.ts';
import { SERVICE_TABLES } from './tables/service.ts';
import { SIGN_IN_TABLES } from './tables/sign-in.ts';
import { STAFF_TABLES } from './tables/staff.ts';
import { WATCH_TABLES } from './tables/watch.ts';
import { WEBHOOK_TABLES } from './tables/webhooks.ts';
import { WORKSPACE_TABLES } from './tables/workspaces.ts';

/** Tables by subject. A table comes after those that its foreign keys reference, so that a restore can insert its rows. */
export const SUBJECTS = {
  staff: STAFF_TABLES,
  providers: PROVIDER_TABLES,
  inputs: INPUT_TABLES,
  frameworks: FRAMEWORK_TABLES,
  runs: RUN_TABLES,
  indicators: INDICATOR_TABLES,
  log: LOG_TABLES,
  analysis: ANALYSIS_TABLES,
  market: MARKET_TABLES,
  workspaces: WORKSPACE_TABLES,
  policies: POLICY_TABLES,
  decisions: DECISION_TABLES,
  books: BOOK_TABLES,
  watch: WATCH_TABLES,
  sign_in: SIGN_IN_TABLES,
  webhooks: WEBHOOK_TABLES,
  service: SERVICE_TABLES,
} as const;

export interface Database
  extends Rows<typeof STAFF_TABLES>,
    Rows<typeof PROVIDER_TABLES>,
    Rows<typeof INPUT_TABLES>,
    Rows<typeof FRAMEWORK_TABLES>,
    Rows<typeof RUN_TABLES>,
    Rows<typeof INDICATOR_TABLES>,
    Rows<typeof LOG_TABLES>,
    Rows<typeof ANALYSIS_TABLES>,
    Rows<typeof MARKET_TABLES>,
    Rows<typeof WORKSPACE_TABLES>,
    Rows<typeof POLICY_TABLES>,
    Rows<typeof DECISION_TABLES>,
    Rows<typeof BOOK_TABLES>,
    Rows<typeof WATCH_TABLES>,
    Rows<typeof SIGN_IN_TABLES>,
    Rows<typeof WEBHOOK_TABLES>,
    Rows<typeof SERVICE_TABLES> {}

export type Table = keyof Database;
export type Row = Record<string, unknown>;

// Types of columns that functions name.
export type StaffRole = Database['staff_roles']['role'];
export type SignInMethod = NonNullable<Database['user_sessions']['method']>;
export type RequestDecision = Database['request_decisions']['decision'];
export type FoundingState = Database['founding']['state'];
export type RunKind = Database['runs']['kind'];
export type RunStatus = Database['runs']['status'];
export type RunStage = Database['run_progress']['stage'];
export type RunAction = Database['run_items']['action'];
export type LeafKind = Database['log_leaves']['kind'];
export type IssuanceStatus = Database['issuances']['status'];
export type ScoreRequestStatus = Database['score_requests']['status'];
export type Tier = Database['workspaces']['tier'];
export type MemberRole = Database['members']['role'];
export type KeyScope = NonNullable<Database['api_keys']['scope']>;
export type PolicyState = Database['policy_versions']['state'];
export type TermsKind = Database['terms_acceptances']['kind'];
export type AgentEndpoint = Database['agent_calls']['endpoint'];
export type DeliveryStatus = Database['webhook_deliveries']['status'];
export type DisabledBecause = NonNullable<Database['webhook_endpoints']['disabled_because']>;
export type Topic = Database['topics']['topic'];

export const TABLES: Readonly<Record<Table, TableDefinition>> = Object.assign({}, ...Object.values(SUBJECTS));

export const TABLE_NAMES = Object.keys(TABLES) as Table[];

/** Tables that grow with the providers or with time: a query that people wait for finds its rows by an index. */
export const GROWING_TABLES: ReadonlySet<string> = new Set(
  TABLE_NAMES.filter((table) => TABLES[table].staysSmall === undefined),
);

export function isTable(name: unknown): name is Table {
  return typeof name === 'string' && Object.hasOwn(TABLES, name);
}

/** Names the entry of the record chain that a row of a list belongs to. Only the chain writes and reads it. */
const CHAIN_LIST = { chain_list: bigint().nullable() };

/** The columns in the database, with the one that the record chain adds to lists. */
export function columnsOf(table: Table): Columns {
  const { columns, chain } = TABLES[table];
  return chain === 'lists' ? { ...columns, ...CHAIN_LIST } : columns;
}

const ORDERS = new Map(
  TABLE_NAMES.map((table) => {
    const { order, columns } = TABLES[table];
    return [table, order ?? Object.keys(columns).filter((name) => columns[name]!.spec.isKey)];
  }),
);

/** The columns that identify a row in the record chain, and order the rows of a backup. */
export function orderOf(table: Table): readonly string[] {
  return ORDERS.get(table)!;
}

const HOLDERS = new Map(
  TABLE_NAMES.map((table) => {
    const order = ORDERS.get(table)!;
    return [table, [...new Set([...(order.length > 1 ? order : []), ...(TABLES[table].heldBy ?? [])])]];
  }),
);

/** The columns by which several recorded rows are found: those of `heldBy`, and the parts of the key. */
export function holderColumns(table: Table): readonly string[] {
  return HOLDERS.get(table)!;
}

/** How many rows to keep in memory: a document can have 10 MiB. */
export function rowsAtOnce(table: Table): number {
  return TABLES[table].hasLargeRows ? 1 : 200;
}

export function chainOf(table: string): TableDefinition['chain'] {
  return isTable(table) ? TABLES[table].chain : 'none';
}

/** Whether the rows of a table decide who may do what. */
export function hasAuthority(table: string): boolean {
  return isTable(table) && TABLES[table].authority === true;
}

/** The columns from which an act erases personal data. */
export function erasableColumns(table: Table): string[] {
  return Object.entries(TABLES[table].columns).flatMap(([name, { spec }]) =>
    spec.personal !== undefined && 'erasedBy' in spec.personal ? [name] : [],
  );
}

/** The tables that have entries in the record chain. */
export const CHAINED_TABLES = TABLE_NAMES.filter((table) => chainOf(table) !== 'none');

export function proofOf(table: Table, column: string): Proof {
  const { columns, proof = 'chained' } = TABLES[table];
  return columns[column]?.spec.proof ?? proof;
}

const CHAINED_COLUMNS = new Map(
  TABLE_NAMES.map((table) => [
    table,
    Object.keys(TABLES[table].columns).filter(
      (column) => proofOf(table, column) === 'chained' || orderOf(table).includes(column),
    ),
  ]),
);

/** The columns that a chain entry covers: those that are chained, and those by which a row is identified. */
export function chainedColumns(table: Table): readonly string[] {
  return CHAINED_COLUMNS.get(table)!;
}
