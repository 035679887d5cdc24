// Checks the store before the service starts, and prepares the demo, in a thread that ends with it: the serving thread
// needs no connection to the store, and keeps neither the code for one nor what is left of half a year of history.

import type { MessagePort } from 'node:worker_threads';
import type { Config } from '../../service/config.ts';
import { serveRequests } from '../../workers/rpc/requests.ts';
import { printError } from '../print-error.ts';
import { openContext } from '../store-session.ts';
import { EXIT, type ExitCode, type Terminal } from '../terminal.ts';

export interface PrepareSettings {
  config: Config;
  demo: boolean;
  env: Terminal['env'];
}

/** A line to print. */
export type FromPreparing = { kind: 'out' | 'err'; line: string };

export async function run(port: MessagePort, { config, demo, env }: PrepareSettings): Promise<void> {
  const send = (message: FromPreparing) => port.postMessage(message);
  const terminal = {
    out: (line) => send({ kind: 'out', line }),
    err: (line) => send({ kind: 'err', line }),
    env,
    now: () => new Date(),
  } satisfies Partial<Terminal> as unknown as Terminal;

  const prepare = async () => {
    if (demo) await (await import('./prepare-demo.ts')).prepareDemo(config, terminal);
    await (await openContext(terminal)).close();
  };
  serveRequests(port, {
    prepare: (): Promise<ExitCode> =>
      prepare().then(
        () => EXIT.ok,
        (error: unknown) => printError(error, terminal),
      ),
  });
  port.on('message', (message) => {
    if (message === 'stop') port.close();
  });
}
