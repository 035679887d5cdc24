// The tables of the usual way, filled from our own answers: keys and workspaces, providers, and a row per score with its
// nested parts as jsonb.

import { createHash } from 'node:crypto';
import type pg from 'pg';

/** An answer of GET /api/v1/scores/{providerId}. */
export type ScoreBody = Record<string, unknown> & { provider_id: string };

const PROVIDER_COLUMNS = ['name', 'slug', 'planner_type', 'provider_subtype', 'yield_min', 'yield_max'];

export interface ScoreColumn {
  name: string;
  /** Of which table; the id of the provider is in both. */
  table: 'providers' | 'scores';
  type: 'text' | 'double precision' | 'boolean' | 'jsonb';
}

export function columnsOf(body: ScoreBody): ScoreColumn[] {
  return Object.entries(body).map(([name, value]) => ({
    name,
    table: PROVIDER_COLUMNS.includes(name) ? 'providers' : 'scores',
    type: typeOf(value),
  }));
}

function typeOf(value: unknown): ScoreColumn['type'] {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'double precision';
  return typeof value === 'boolean' ? 'boolean' : 'jsonb';
}

export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export async function fillTables(
  pool: pg.Pool,
  keys: readonly string[],
  bodies: readonly ScoreBody[],
): Promise<void> {
  const columns = columnsOf(bodies[0]!);
  const declared = (table: ScoreColumn['table']) =>
    columns
      .filter((column) => column.table === table && column.name !== 'provider_id')
      .map(({ name, type }) => `, ${name} ${type}`)
      .join('');
  await pool.query(`
    create table workspaces (id bigint primary key, name text not null, tier text not null);
    create table api_keys (
      id bigint primary key, workspace_id bigint not null references workspaces, key_hash text not null unique,
      expires_at timestamptz, revoked_at timestamptz
    );
    create table providers (id text primary key ${declared('providers')});
    create table scores (provider_id text primary key references providers ${declared('scores')})`);
  for (const [at, key] of keys.entries()) {
    await pool.query('insert into workspaces values ($1, $2, $3)', [at, `Workspace ${at}`, 'ENTERPRISE']);
    await pool.query('insert into api_keys values ($1, $1, $2)', [at, hashOfKey(key)]);
  }
  for (const body of bodies) {
    await insert(pool, 'providers', body, columns);
    await insert(pool, 'scores', body, columns);
  }
  await pool.query('analyze');
}

async function insert(
  pool: pg.Pool,
  table: ScoreColumn['table'],
  body: ScoreBody,
  columns: readonly ScoreColumn[],
): Promise<void> {
  const own = columns.filter((column) => column.table === table && column.name !== 'provider_id');
  const names = [table === 'providers' ? 'id' : 'provider_id', ...own.map(({ name }) => name)];
  const values = own.map(({ name, type }) => (type === 'jsonb' ? JSON.stringify(body[name]) : body[name]));
  const places = names.map((_, at) => `$${at + 1}`);
  await pool.query(`insert into ${table} (${names}) values (${places})`, [body.provider_id, ...values]);
}
