import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { mcpServer } from '../../agent/mcp/server.ts';
import { remoteTools } from '../../agent/remote-tools.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function mcpCommand(terminal: Terminal): Command {
  return new Command('mcp')
    .option('--url <address>', 'the server (default: RF_URL, or http://127.0.0.1:8080)')
    .option('--key <key>', 'a key with the agent scope (default: RF_API_KEY, which no process list shows)')
    .addHelpText('after', HELP)
    .action(async ({ url, key }) => {
      const server = readServer(terminal, url, key);
      const host = await remoteTools(server).catch((error: Error) => {
        throw new UsageError(
          `The server at ${server.url} cannot be used: ${error.message}. Set RF_URL or --url.`,
        );
      });
      await untilClosed(() => mcpServer(host), terminal);
    });
}

function readServer({ env }: Terminal, url = env.RF_URL ?? 'http://127.0.0.1:8080', key = env.RF_API_KEY) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`"${url}" is no http or https address. Set RF_URL or --url.`);
  }
  if (!key) throw new UsageError('A key with the agent scope is needed: set RF_API_KEY or --key.');
  return { url, key };
}

/** Standard input and output are the protocol's: nothing else is written there, and the end of input is the end. */
function untilClosed(make: () => ReturnType<typeof mcpServer>, terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    const transport = new StdioServerTransport();
    const handle = serveStdio(make, {
      transport,
      onerror: (error) => terminal.err(`rf mcp: ${error.message}`),
    });
    const close = transport.onclose;
    transport.onclose = () => {
      close?.();
      resolve();
    };
    void terminal.untilStopped().then(() => handle.close());
  });
}

const HELP = `
An agent program starts it by itself; its configuration names the command and its environment:
  { "command": "npx", "args": ["rf", "mcp"], "env": { "RF_URL": "https://…", "RF_API_KEY": "rf_live_…" } }
docs/use/agents.md shows where common programs keep that.`;
