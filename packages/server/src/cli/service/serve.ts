import { lookup } from 'node:dns/promises';
import { flushCompileCache } from 'node:module';
import net from 'node:net';
import { readWitnesses } from '@rf-indicators/core/log/witnesses';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { tightenModes } from '@rf-indicators/core/store/file-modes';
import { acquireServeLock } from '@rf-indicators/core/store/serve-lock';
import { Command } from 'commander';
import { type Config, ignoredSettings, readConfig, SETTING_LIST } from '../../service/config.ts';
import { holdPort } from '../../service/held-port.ts';
import { createLog } from '../../service/log.ts';
import { baseUrlOf, defaultNode, demoBaseUrl } from '../../service/node-address.ts';
import { EXIT, type Finish, type StopSignal, type Terminal, UsageError } from '../terminal.ts';
import { prepareStore } from './prepare.ts';
import type { PrepareSettings } from './prepare-worker.ts';
import { tellDemo } from './tell-demo.ts';
import {
  configOfWorker,
  leavePrimary,
  readWorkers,
  serveWithWorkers,
  tellPrimary,
  workerNumber,
} from './workers.ts';

/** What was compiled is kept for the next start. Otherwise it is written at the end, and never if the process is killed. */
const KEEP_COMPILED_MS = 3000;

export function serveCommand(terminal: Terminal, finish: Finish): Command {
  return new Command('serve')
    .option('--demo', 'serve a fictional world, made on a folder that holds no store', false)
    .option(
      '--workers <count>',
      'serve with so many processes on one port; requires DATABASE_URL and RF_REDIS_URL',
    )
    .addHelpText('after', settingsHelp())
    .action(async ({ demo, workers }) => {
      const worker = workerNumber();
      if (worker === null) for (const line of ignoredSettings(terminal.env)) terminal.err(`Warning: ${line}`);
      const settled = await settle(readConfig(terminal.env));
      const config = demo
        ? { ...settled, baseUrl: demoBaseUrl(settled), metrics: demoMetrics(settled) }
        : settled;
      tightenModes(config.dataDir);
      // Heard from now on: a start can wait for the database for long.
      const stopping = new AbortController();
      const stopped = terminal.untilStopped();
      void stopped.then(() => stopping.abort());
      const { signal } = stopping;
      const prepare = (what: PrepareSettings['what'], given: Config) =>
        prepareStore({ config: given, what, demo, env: { ...terminal.env } }, terminal, signal);
      if (worker !== null) {
        const own = configOfWorker(config, worker);
        try {
          const prepared = await prepare('name', own);
          if (prepared === EXIT.ok) return await serve(own, demo, terminal, { stopped, signal });
          return prepared === null ? undefined : finish(prepared);
        } finally {
          leavePrimary();
        }
      }
      const count = workers === undefined ? null : readWorkers(workers, config);
      const lock = config.databaseUrl === null ? acquireServeLock(config.dataDir) : null;
      try {
        // Says what is missing before anything is started.
        const prepared = await prepare(count === null ? 'store and name' : 'store', config);
        if (prepared === null) return;
        if (prepared !== EXIT.ok) return finish(prepared);
        if (count === null) await serve(config, demo, terminal, { stopped, signal });
        else {
          const onListening = () => tellPlaces(config, demo, terminal);
          finish(await serveWithWorkers(count, config, terminal, { stopped, onListening }));
        }
      } finally {
        lock?.release();
      }
    });
}

interface Stopping {
  stopped: Promise<StopSignal>;
  signal: AbortSignal;
}

async function serve(
  config: Config,
  demo: boolean,
  terminal: Terminal,
  { stopped, signal }: Stopping,
): Promise<void> {
  const log = createLog((line) => terminal.err(line));
  // Told now, and not by the scheduled work a minute later.
  readMasterKey(config.dataDir, config.masterKey);
  await readWitnesses(config.witnesses);
  // Loaded here, so that no other command pays for the web server.
  const { startService } = await import('../../service/service.ts');
  const { StoppedWhileStarting } = await import('../../service/threads.ts');
  const service = await startService(config, { demo, log, signal }).catch((error) => {
    if (!(error instanceof StoppedWhileStarting)) throw error;
    return null;
  });
  if (service === null) return log.close();
  try {
    await service.listen();
  } catch (error) {
    await service.stop();
    const { place, setting } = refusedPlace(config, error);
    throw new UsageError(`Cannot listen on ${place}: ${listenFault(error)}. Set ${setting}.`);
  }
  service.startScheduledWork();
  setTimeout(flushCompileCache, KEEP_COMPILED_MS).unref();
  if (workerNumber() === null) tellPlaces(config, demo, terminal);
  else tellPrimary();
  // A person at a terminal does not want to wait, and has no balancer in front.
  await service.stop((await stopped) === 'SIGINT' ? 0 : config.drainMs);
  log.close();
}

function tellPlaces(config: Config, demo: boolean, terminal: Terminal): void {
  terminal.out(`RF Risk Indicators is listening on ${config.baseUrl} (Ctrl-C stops it)`);
  if (demo) tellDemo(config, terminal);
  terminal.out(`  Scores   ${config.baseUrl}/`);
  terminal.out(`  Docs     ${config.baseUrl}/docs`);
  terminal.out(`  Status   ${config.baseUrl}/api/v1/status`);
}

/** A demo shows everything to anyone on the machine. */
export function demoMetrics({ metrics }: Config): Config['metrics'] {
  return metrics === 'off' ? 'loopback' : metrics;
}

/**
 * Port 0 means any free one. It is chosen now, because answers name the address they come from, and no other process can
 * take it until this one ends.
 */
async function settle(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  if (!('BoundSocket' in net))
    throw new UsageError(`PORT=0 requires Node 24.19 or later, and this is ${process.version}. Set PORT.`);
  const { address } = await lookup(config.host);
  const { port } = holdPort(address);
  const chosen = config.baseUrl === baseUrlOf(config.host, 0) ? baseUrlOf(config.host, port) : config.baseUrl;
  const node = config.node === defaultNode(0) ? defaultNode(port) : config.node;
  return { ...config, port, node, baseUrl: chosen };
}

/** The public address, or that of staff. */
export function refusedPlace(
  { host, port, staff }: Config,
  error: unknown,
): { place: string; setting: string } {
  const refused = error as { address?: string; port?: number };
  const isOfStaff =
    staff !== null && refused.port === staff.port && (staff.port !== port || refused.address === staff.host);
  if (isOfStaff) return { place: `${staff.host}:${staff.port}`, setting: 'RF_STAFF_ADDRESS' };
  return { place: `${host}:${port}`, setting: 'HOST or PORT' };
}

function listenFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'something else is listening there';
  if (code === 'EACCES') return 'permission is denied';
  return message;
}

function settingsHelp(): string {
  const width = Math.max(...SETTING_LIST.map(({ name }) => name.length));
  const lines = SETTING_LIST.map(
    ({ name, what, default: value }) => `  ${name.padEnd(width)}  ${what} (${value})`,
  );
  return `\nSettings, from the environment:\n${lines.join('\n')}`;
}
