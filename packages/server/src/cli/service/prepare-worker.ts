// Checks the store before the service starts, and prepares the demo, in a thread that ends with it: the serving thread
// needs no connection to the store, and keeps neither the code for one nor the memory that half a year of history took.

import type { MessagePort } from 'node:worker_threads';
import { requireUniqueName } from '@rf-indicators/core/nodes/unique-name';
import type { Config } from '../../service/config.ts';
import { serveRequests } from '../../workers/rpc/requests.ts';
import { printError } from '../print-error.ts';
import { openContext } from '../store-session.ts';
import { EXIT, type ExitCode, type Terminal } from '../terminal.ts';
import { untilDatabaseResponds } from './wait-for-database.ts';

export interface PrepareSettings {
  config: Config;
  /** What to do: a worker finds a store that was prepared, and only needs a name of its own. */
  what: 'store' | 'name' | 'store and name';
  demo: boolean;
  env: Terminal['env'];
}

/** A line to print. */
export type FromPreparing = { kind: 'out' | 'err'; line: string };

export async function run(port: MessagePort, { config, what, demo, env }: PrepareSettings): Promise<void> {
  const send = (message: FromPreparing) => port.postMessage(message);
  const terminal = {
    out: (line) => send({ kind: 'out', line }),
    err: (line) => send({ kind: 'err', line }),
    env,
    now: () => new Date(),
  } satisfies Partial<Terminal> as unknown as Terminal;

  const prepare = async () => {
    await untilDatabaseResponds(config, terminal);
    if (demo && what !== 'name') await (await import('./prepare-demo.ts')).prepareDemo(config, terminal);
    const context = await openContext(terminal);
    try {
      // On SQLite a lock does this.
      if (config.databaseUrl !== null && what !== 'store')
        await requireUniqueName(context.store, config.node, terminal.out);
    } finally {
      await context.close();
    }
  };
  let isPreparing = false;
  const stopping = serveRequests(port, {
    prepare: async (): Promise<ExitCode> => {
      isPreparing = true;
      const code = await prepare().then(
        () => EXIT.ok,
        (error: unknown) => printError(error, terminal),
      );
      isPreparing = false;
      return code;
    },
  });
  stopping.then(() => {
    port.close();
    // Ends the thread only. A connection that nobody answers would keep it for some seconds.
    if (isPreparing) process.exit();
  });
}
