// The service and its commands with the roles of ops/postgres/roles.sql: one owns the tables, and the other only reads and writes rows.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { requireProgram } from '../../../../examples/three-nodes/program.ts';
import { clientOf } from '../../../../test/support/api.ts';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { startPostgres } from '../../../../test/support/postgres.ts';
import { repository } from '../../../../test/support/repository.ts';
import { rfInOwnProcess } from '../../../../test/support/rf-process.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const ROLES = path.join(repository, 'ops/postgres/roles.sql');

async function setUp(t: TestContext) {
  const server = await startPostgres();
  cleanUp(t, () => server.stop());
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:secret@127.0.0.1:${server.port}/${database}`;
  /** As an administrator runs the file. */
  const create = (database: string) => {
    const variables = { ON_ERROR_STOP: '1', database, owner_password: 'secret', service_password: 'secret' };
    const given = Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
    execFileSync(requireProgram('psql', 'postgresql'), ['-q', ...given, '-f', ROLES, server.url]);
  };
  const query = async (role: string, database: string, text: string) => {
    const client = new pg.Client({ connectionString: urlOf(role, database) });
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  };
  return { urlOf, create, query };
}

test('the service runs with a role that only reads and writes rows; migrate and restore with the owner', async (t) => {
  const { urlOf, create, query } = await setUp(t);
  const dataDir = temporaryFolder(t);
  await copyDemo(dataDir);
  const { keys, staff } = readCredentialsFile(dataDir)!;
  const rf = async (role: string | null, args: string[], database = 'rf') => {
    const url = role === null ? '' : urlOf(role, database);
    const outcome = await rfInOwnProcess(args, { RF_DATA_DIR: dataDir, DATABASE_URL: url });
    return { ...outcome, said: `rf ${args.join(' ')}: ${outcome.stdout}${outcome.stderr}` };
  };
  const succeeds = async (...given: Parameters<typeof rf>) => {
    const { code, said } = await rf(...given);
    assert.equal(code, 0, said);
  };
  create('rf');
  const file = path.join(dataDir, 'backup');
  await succeeds(null, ['backup', file]);

  // Nobody but the owner makes tables.
  const early = await rf('rf_service', ['restore', file]);
  assert.notEqual(early.code, 0, early.said);
  await succeeds('rf_owner', ['restore', file]);
  await succeeds('rf_owner', ['migrate', '--yes']);

  const api = await startServer(t, {
    dataDir,
    demo: false,
    env: { DATABASE_URL: urlOf('rf_service', 'rf') },
  });
  const { get } = await clientOf(api.url, t);
  assert.equal((await get('/api/v1/scores', keys.PROFESSIONAL)).status, 200);
  const act = async (name: string, body: object) => {
    const response = await fetch(`${api.url}/api/console/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${staff.operator}` },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200, `${name}: ${await response.clone().text()}`);
  };
  await act('staff/invite', { name: 'Pip', roles: ['analyst'] });
  await act('workspaces/create', { name: 'Roles', tier: 'PROFESSIONAL' });
  const ready = (await (await fetch(`${api.url}/readyz`)).json()) as { status: string };
  assert.equal(ready.status, 'ready', JSON.stringify(ready));
  await succeeds('rf_service', ['verify', '--all']);
  assert.doesNotMatch((await rf('rf_service', ['doctor'])).said, /permission denied/);

  // Before the backup: a checkpoint that is signed after it would be missing in what is restored, which rf restore refuses.
  assert.equal(await api.stop(), 0, api.errors());
  const again = path.join(dataDir, 'backup-of-service');
  await succeeds('rf_service', ['backup', again]);
  create('rf_restored');
  await succeeds('rf_owner', ['restore', again], 'rf_restored');
  await succeeds('rf_service', ['verify', '--all'], 'rf_restored');

  const denied = [
    'create table own (id int)',
    'create table public.own (id int)',
    'create schema own',
    'create temporary table own (id int)',
    'create role other',
    'create database other',
    'drop table audit',
    'alter table audit disable trigger all',
    'drop trigger audit_append_only on audit',
    'truncate audit',
    "set session_replication_role = 'replica'",
    'alter role rf_service superuser',
    'set role rf_owner',
    "copy audit to program 'cat'",
    "select pg_read_file('/etc/passwd')",
  ];
  for (const statement of denied)
    await assert.rejects(query('rf_service', 'rf', statement), { code: INSUFFICIENT_PRIVILEGE }, statement);
  // What it may write, the triggers still refuse.
  await assert.rejects(query('rf_service', 'rf', 'delete from audit'), /append-only/);
  await assert.rejects(query('rf_service', 'rf', "update audit set actor = 'x'"), /append-only/);

  const roles = await query(
    'rf_service',
    'rf',
    `select rolname, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as more
      from pg_roles where rolname in ('rf_owner', 'rf_service') order by rolname`,
  );
  assert.deepEqual(roles, [
    { rolname: 'rf_owner', more: false },
    { rolname: 'rf_service', more: false },
  ]);
  const owners = await query(
    'rf_service',
    'rf',
    "select distinct tableowner from pg_tables where schemaname = 'rf'",
  );
  assert.deepEqual(owners, [{ tableowner: 'rf_owner' }]);
});
