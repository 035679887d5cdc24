// Runs one command in this process, with a terminal that keeps what is said to it.

import type { StoreLocation } from '@rf-indicators/core/store/store';
import { Command } from 'commander';
import { COMMANDS } from '../../src/cli/commands.ts';
import type { Finish, StopSignal } from '../../src/cli/terminal.ts';
import { EXIT, type ExitCode, type Terminal } from '../../src/cli/terminal.ts';

export interface Ran {
  code: ExitCode;
  out: string[];
  err: string[];
}

export interface RunOptions {
  env: Record<string, string>;
  now?: number;
  /** A command that would serve is asked to stop as soon as it listens. */
  stopAtOnce?: boolean;
}

/** Loads commands of rf by their names, and makes a program with them alone. */
export async function programOf(
  ...names: readonly string[]
): Promise<(terminal: Terminal, finish?: Finish) => Command> {
  const makers = await Promise.all(names.map((name) => COMMANDS[name]!.load()));
  return (terminal, finish = () => undefined) => {
    const program = new Command('rf');
    for (const make of makers) program.addCommand(make(terminal, finish));
    return throwing(program);
  };
}

/** Also its subcommands throw instead of ending the process. */
function throwing(command: Command): Command {
  for (const child of command.commands) throwing(child);
  return command.exitOverride().configureOutput({ writeErr: () => undefined });
}

/** A refusal is thrown, as the command line would catch it. */
export async function runCommand(
  make: (terminal: Terminal, finish: Finish) => Command,
  args: readonly string[],
  { env, now = Date.now(), stopAtOnce = false }: RunOptions,
): Promise<Ran> {
  const ran: Ran = { code: EXIT.ok, out: [], err: [] };
  const stopped = Promise.withResolvers<StopSignal>();
  const terminal = {
    out: (line: string) => {
      ran.out.push(line);
      if (stopAtOnce && line.includes('listening on')) stopped.resolve('SIGTERM');
    },
    err: (line: string) => ran.err.push(line),
    readStdin: async () => '',
    readSecret: async () => '',
    env,
    outBytes: () => undefined,
    isTerminal: false,
    now: () => new Date(now),
    untilStopped: () => stopped.promise,
  };
  const command = make(terminal, (code) => {
    ran.code = code;
  });
  await command.exitOverride().parseAsync(args, { from: 'user' });
  return ran;
}

export function envOf({ dataDir, databaseUrl }: StoreLocation): Record<string, string> {
  return { RF_DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}
