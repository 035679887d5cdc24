// rf witness: a witness of transparency logs. It cosigns a checkpoint only if it extends what it cosigned before.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { KeyFormatError, parseWitnessSigner, type Signer, witnessKeyFromSeed } from '@rf-indicators/engine';
import { Command } from 'commander';
import { type Terminal, UsageError } from '../terminal.ts';
import { readText, writeNewFile } from '../verify/files.ts';
import { collect } from '../verify/witnesses.ts';
import { readLogs } from './followed-logs.ts';
import { createWitnessServer } from './witness-server.ts';
import { WitnessState } from './witness-state.ts';

export function witnessCommand(terminal: Terminal): Command {
  return new Command('witness').addCommand(initCommand(terminal)).addCommand(serveCommand(terminal));
}

function initCommand(terminal: Terminal): Command {
  return new Command('init')
    .description('Create the key of a witness.')
    .requiredOption('--name <name>', 'name of the witness, such as witness.example/w1')
    .option('--out <file>', 'file for the key; the public key is written to FILE.pub', 'rf-witness.key')
    .option('--json', 'print the result as JSON', false)
    .addHelpText('after', '\nOnly you can read the key (mode 0600). Existing files are not overwritten.')
    .action(async ({ name, out, json }: { name: string; out: string; json: boolean }) => {
      const { signer, verifier } = await witnessKeyFromSeed(name, randomBytes(32)).catch((error) => {
        throw error instanceof KeyFormatError ? new UsageError(error.message) : error;
      });
      await writeNewFile(out, `${signer}\n`, 0o600);
      await writeNewFile(`${out}.pub`, `${verifier}\n`);
      if (json)
        return terminal.out(
          JSON.stringify({ key_file: out, public_key_file: `${out}.pub`, public_key: verifier }),
        );
      terminal.out(`Key of the witness: ${out} (keep it secret)`);
      terminal.out(`Public key:         ${out}.pub`);
      terminal.out(verifier);
    });
}

interface ServeOptions {
  key: string;
  log?: string[];
  state: string;
  host: string;
  port: string;
}

function serveCommand(terminal: Terminal): Command {
  return new Command('serve')
    .description('Serve POST /add-checkpoint (C2SP tlog-witness).')
    .option('--key <file>', 'key of the witness', 'rf-witness.key')
    .option(
      '--log <key>',
      'verifier key of a log to follow, "ORIGIN KEY", or a file with one of these in each line; can be repeated',
      collect,
    )
    .option('--state <file>', 'what was cosigned; never restore it from a backup', 'rf-witness.state')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 chooses any free port', '8090')
    .addHelpText(
      'after',
      '\nA log that rotated its key is followed again once its new key is added with --log.' +
        '\nThe witness speaks plain HTTP: put a proxy with TLS in front of it.',
    )
    .action((options: ServeOptions) => serve(terminal, options));
}

async function serve(terminal: Terminal, options: ServeOptions): Promise<void> {
  const signer = await readWitnessSigner(options.key, terminal);
  const logs = await readLogs(options.log ?? [], terminal);
  if (!/^\d{1,5}$/.test(options.port) || Number(options.port) > 65535)
    throw new UsageError(`--port must be a number from 0 to 65535, not "${options.port}".`);
  const state = new WitnessState(options.state);
  try {
    const clock = () => terminal.now().getTime();
    const server = createWitnessServer({ signer, logs, state, clock }, (error) =>
      terminal.err(`rf: ${error instanceof Error ? error.stack : String(error)}`),
    );
    const stopped = terminal.untilStopped();
    server.listen(Number(options.port), options.host);
    await once(server, 'listening').catch((error: Error) => {
      throw new UsageError(`Cannot listen on ${options.host}:${options.port}: ${error.message}.`);
    });
    const { port } = server.address() as AddressInfo;
    terminal.out(`The witness ${signer.id} is listening on http://${options.host}:${port} (Ctrl-C stops it)`);
    for (const origin of logs.keys()) terminal.out(`  follows ${origin}`);
    await stopped;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  } finally {
    state.close();
  }
}

async function readWitnessSigner(file: string, terminal: Terminal): Promise<Signer> {
  const text = await readText(file, terminal);
  try {
    return await parseWitnessSigner(text.trim());
  } catch (error) {
    if (!(error instanceof KeyFormatError)) throw error;
    throw new UsageError(
      `${file} is not the key of a witness: ${error.message} Create one with rf witness init.`,
    );
  }
}
