// rf: the one command line. A command is one file here and one line below.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { MasterKeyError } from '@rf-indicators/core/secrets/master-key';
import { StoreError } from '@rf-indicators/core/store/store';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '../service/config.ts';
import { tellRefusal } from './refusal.ts';
import { EXIT, type ExitCode, type Finish, type Terminal, UsageError } from './terminal.ts';

type MakeCommand = (terminal: Terminal, finish: Finish) => Command;

/** By group, as help shows them. A file is loaded when its command is called: a score needs no database. */
const COMMANDS: Record<string, Record<string, () => Promise<MakeCommand>>> = {
  'Scores that anyone can recompute:': {
    score: async () => (await import('./verify/score.ts')).scoreCommand,
    package: async () => (await import('./verify/package.ts')).packageCommand,
    replay: async () => (await import('./verify/replay.ts')).replayCommand,
    verify: async () => (await import('./verify/verify.ts')).verifyCommand,
    keygen: async () => (await import('./verify/keygen.ts')).keygenCommand,
    methodology: async () => (await import('./verify/methodology.ts')).methodologyCommand,
  },
  'The desk, from a proposed input to a published indicator:': {
    providers: async () => (await import('./desk/providers.ts')).providersCommand,
    inputs: async () => (await import('./desk/inputs.ts')).inputsCommand,
    due: async () => (await import('./desk/due.ts')).dueCommand,
    run: async () => (await import('./desk/run.ts')).runCommand,
    diff: async () => (await import('./desk/run.ts')).diffCommand,
    'approve-run': async () => (await import('./desk/run.ts')).approveRunCommand,
    publish: async () => (await import('./desk/run.ts')).publishCommand,
    withdraw: async () => (await import('./desk/withdraw.ts')).withdrawCommand,
    correct: async () => (await import('./desk/correct.ts')).correctCommand,
    issuances: async () => (await import('./desk/issuances.ts')).issuancesCommand,
    requests: async () => (await import('./desk/score-requests.ts')).scoreRequestsCommand,
    configurations: async () => (await import('./desk/configurations.ts')).configurationsCommand,
    staff: async () => (await import('./accounts/staff.ts')).staffCommand,
  },
  'Customers: workspaces, terms, keys and webhooks:': {
    workspaces: async () => (await import('./accounts/workspaces.ts')).workspacesCommand,
    members: async () => (await import('./accounts/members.ts')).membersCommand,
    terms: async () => (await import('./accounts/terms.ts')).termsCommand,
    keys: async () => (await import('./accounts/keys.ts')).keysCommand,
    webhooks: async () => (await import('./webhooks/webhooks.ts')).webhooksCommand,
    'agent-calls': async () => (await import('./accounts/agent-calls.ts')).agentCallsCommand,
  },
  'For agents:': {
    mcp: async () => (await import('./service/mcp.ts')).mcpCommand,
  },
  'The service:': {
    init: async () => (await import('./service/init.ts')).initCommand,
    serve: async () => (await import('./service/serve.ts')).serveCommand,
    demo: async () => (await import('./service/demo.ts')).demoCommand,
    'signing-keys': async () => (await import('./desk/signing-keys.ts')).signingKeysCommand,
    backup: async () => (await import('./service/backup.ts')).backupCommand,
    restore: async () => (await import('./service/backup.ts')).restoreCommand,
    doctor: async () => (await import('./service/doctor.ts')).doctorCommand,
  },
};

export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const finish: Finish = (given) => {
    code = given;
  };
  const program = await makeProgram(args[0], terminal, finish);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return tellError(error, terminal);
  }
}

export async function makeProgram(
  called: string | undefined,
  terminal: Terminal,
  finish: Finish,
): Promise<Command> {
  const program = new Command('rf')
    .description('Deterministic risk indicators: score, publish, verify and serve.')
    .addHelpText('after', EXIT_CODES_HELP)
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(rf --help lists the commands; rf COMMAND --help its options)');
  await addCommands(program, called, terminal, finish);
  prepare(program, terminal);
  return program;
}

/** Only the command that is called; all of them where help, or a word that is no command, asks for the list. */
async function addCommands(
  program: Command,
  called: string | undefined,
  terminal: Terminal,
  finish: Finish,
): Promise<void> {
  const isCommand = Object.values(COMMANDS).some((group) => Object.hasOwn(group, called ?? ''));
  for (const [group, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(group);
    for (const [name, load] of Object.entries(commands)) {
      if (!isCommand || name === called) program.addCommand((await load())(terminal, finish));
    }
  }
}

function tellError(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof Refusal) {
    tellRefusal(terminal, error);
    return EXIT.no;
  }
  if (CALLERS_TO_MEND.some((kind) => error instanceof kind)) {
    terminal.err(`rf: ${(error as Error).message}`);
    return EXIT.usage;
  }
  terminal.err(`rf: internal error: ${error instanceof Error ? error.stack : String(error)}`);
  return EXIT.internal;
}

const CALLERS_TO_MEND = [UsageError, ConfigError, StoreError, MasterKeyError];

/** Output and exits go through the terminal, in every command and the commands below it. */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text.trimEnd()),
    writeErr: (text) => terminal.err(text.trimEnd()),
  });
  for (const child of command.commands) prepare(child, terminal);
}

const EXIT_CODES_HELP = `
Exit codes:
  0   done, and the answer is yes
  1   done, and the answer is no: an invalid run, an altered package, an act that is refused
  2   not done: an unknown option, a file that cannot be read
  70  a fault of rf itself`;
