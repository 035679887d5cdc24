// The whole service in the process of the test: the same application on a real port, with its workers on one thread.
// Nothing has to be loaded or started for it, so most tests over HTTP use it.

import { prepareDemo } from '../../packages/server/src/cli/service/prepare-demo.ts';
import { demoMetrics } from '../../packages/server/src/cli/service/serve.ts';
import type { Terminal } from '../../packages/server/src/cli/terminal.ts';
import { readConfig } from '../../packages/server/src/service/config.ts';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { createLog } from '../../packages/server/src/service/log.ts';
import { startService } from '../../packages/server/src/service/service.ts';
import { copyDemo } from './demo-folder.ts';
import { cleanUp, type Lifetime, temporaryFolder } from './lifetime.ts';
import type { RunningServer, ServerOptions } from './server-process.ts';

export async function startInProcess(t: Lifetime, options: ServerOptions = {}): Promise<RunningServer> {
  const { env = {}, dataDir = temporaryFolder(t), demo = true } = options;
  if (demo && env.DATABASE_URL === undefined) await copyDemo(dataDir);
  const held = holdPort();
  cleanUp(t, () => held.release());
  const given = readConfig({ ...process.env, PORT: String(held.port), RF_DATA_DIR: dataDir, ...env });
  const config = demo ? { ...given, metrics: demoMetrics(given) } : given;
  if (demo) await prepareDemo(config, SILENT);
  let errors = '';
  const log = createLog((line) => {
    errors += `${line}\n`;
  });
  const service = await startService(config, { demo, log, isolation: 'none' });
  await service.listen();
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    stopped ??= service.stop().finally(() => log.close());
    await stopped;
    return 0;
  };
  cleanUp(t, stop);
  return {
    url: config.baseUrl,
    dataDir,
    stop,
    kill: () => Promise.reject(new Error('Only a process can be killed: use startServer.')),
    errors: () => errors,
  };
}

const SILENT: Terminal = {
  out: () => undefined,
  outBytes: () => undefined,
  err: () => undefined,
  readStdin: async () => '',
  readSecret: async () => '',
  isTerminal: false,
  env: {},
  now: () => new Date(),
  untilStopped: () => new Promise(() => undefined),
};
