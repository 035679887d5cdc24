// A real PgBouncer in transaction mode in front of a PostgreSQL server, on loopback, stopped after the tests.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { requireProgram } from '../../examples/three-nodes/program.ts';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { cleanUp, type Lifetime, temporaryFolder } from './lifetime.ts';
import { until } from './until.ts';

const NOBODY = 65534;

/** The address of the same database, through PgBouncer. */
export async function startPgBouncer(t: Lifetime, databaseUrl: string): Promise<string> {
  const folder = temporaryFolder(t);
  const { hostname, port } = new URL(databaseUrl);
  const { port: own, release } = holdPort();
  const settings = `
[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
auth_file =
pool_mode = transaction
default_pool_size = 4
max_client_conn = 100
logfile = ${path.join(folder, 'pgbouncer.log')}
`;
  const file = path.join(folder, 'pgbouncer.ini');
  // With `auth_type = any`, a server is reached as the user that the entry names.
  writeFileSync(file, settings.replace(`port=${port}`, `port=${port} user=rf`));
  // It refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid !== undefined)
    for (const one of [folder, file]) chownSync(one, identity.uid, identity.gid);
  const program = requireProgram('pgbouncer', 'pgbouncer');
  const child = spawn(program, [file], { ...identity, cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  cleanUp(t, async () => {
    child.kill('SIGKILL');
    await ended;
    release();
  });
  const url = new URL(databaseUrl);
  url.port = String(own);
  await until('pgbouncer answers', async () => {
    const client = new pg.Client({ connectionString: url.href });
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return true;
    } catch (error) {
      if (child.exitCode !== null) throw error;
      return false;
    }
  });
  return url.href;
}
