import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Command } from 'commander';
import { baseUrlOf, type Config, readConfig, SETTINGS } from '../config.ts';
import type { Desk } from '../publishing/desk.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { startDeskThread } from '../serving/desk-thread.ts';
import { watchStatus } from '../serving/standing-status.ts';
import { acquireServeLock } from '../store/serve-lock.ts';
import { prepareDemo } from './demo.ts';
import { withDesk } from './desk.ts';
import { type Terminal, UsageError } from './terminal.ts';

export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('Serve the API.')
    .option('--demo', 'serve a fictional world, made on a folder that holds no store', false)
    .addHelpText('after', settingsHelp())
    .action(async ({ demo }) => {
      const config = await settle(readConfig(terminal.env));
      const lock = config.databaseUrl === null ? acquireServeLock(config.dataDir) : null;
      try {
        if (demo) await prepareDemo(config, terminal);
        await withDesk(terminal, (desk) => serve(config, demo, desk, terminal));
      } finally {
        lock?.release();
      }
    });
}

async function serve(config: Config, demo: boolean, desk: Desk, terminal: Terminal): Promise<void> {
  const logError = (error: unknown) =>
    terminal.err(error instanceof Error ? (error.stack ?? '') : String(error));
  // Told now, and not by the desk's thread a minute later.
  readMasterKey(config.dataDir, config.masterKey);
  const status = await watchStatus(desk, logError);
  // Loaded here, so that no other command pays for the web server.
  const { buildApp } = await import('../app.ts');
  const app = buildApp({
    baseUrl: config.baseUrl,
    clock: terminal.now,
    status: status.current,
    logError: (error, requestId) => terminal.err(`${requestId} ${(error as Error).stack}`),
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await status.stop();
    const place = `${config.host}:${config.port}`;
    throw new UsageError(`Cannot listen on ${place}: ${listenFault(error)}. Set HOST or PORT.`);
  }
  const thread = startDeskThread({ config, demo }, logError);
  terminal.out(`RF Risk Indicators is listening on ${config.baseUrl} (Ctrl-C stops it)`);
  if (demo) terminal.out('  All providers are fictional.');
  terminal.out(`  Status   ${config.baseUrl}/api/v1/status`);
  await terminal.untilStopped();
  await app.close();
  await thread.stop();
  await status.stop();
}

/** Port 0 means any free one; it is chosen now, because answers name the address they come from. */
async function settle(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer().listen(0, config.host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const chosen = config.baseUrl === baseUrlOf(config.host, 0) ? baseUrlOf(config.host, port) : config.baseUrl;
  return { ...config, port, baseUrl: chosen };
}

function listenFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'something else is listening there';
  if (code === 'EACCES') return 'permission is denied';
  return message;
}

function settingsHelp(): string {
  const lines = SETTINGS.map(({ name, what, default: value }) => `  ${name.padEnd(13)}${what} (${value})`);
  return `\nSettings, from the environment:\n${lines.join('\n')}`;
}
