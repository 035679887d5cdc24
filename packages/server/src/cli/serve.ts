import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { frameworkVersion } from '@rf-indicators/engine';
import { Command } from 'commander';
import { baseUrlOf, type Config, readConfig, SETTINGS } from '../config.ts';
import { readMethodology, SHIPPED_FRAMEWORK } from './files.ts';
import { type Terminal, UsageError } from './terminal.ts';

export function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('Serve the API.')
    .option('--demo', 'serve on this machine with fictional data', false)
    .addHelpText('after', settingsHelp())
    .action(async () => {
      const config = await settle(readConfig(terminal.env));
      const { document } = await readMethodology(SHIPPED_FRAMEWORK, terminal);
      // Loaded here, so that no other command pays for the web server.
      const { buildApp } = await import('../app.ts');
      const app = buildApp({
        baseUrl: config.baseUrl,
        clock: terminal.now,
        frameworkVersion: frameworkVersion(document),
        logError: (error, requestId) => terminal.err(`${requestId} ${(error as Error).stack}`),
      });
      try {
        await app.listen({ host: config.host, port: config.port });
      } catch (error) {
        throw new UsageError(
          `Cannot listen on ${config.host}:${config.port}: ${listenFault(error)}. Set HOST or PORT.`,
        );
      }
      terminal.out(`RF Risk Indicators is listening on ${config.baseUrl} (Ctrl-C stops it)`);
      terminal.out(`  Status   ${config.baseUrl}/api/v1/status`);
      await terminal.untilStopped();
      await app.close();
    });
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
