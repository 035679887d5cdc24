// rf: the one command line. A command is one file here and one line below.

import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { Refusal } from '../publishing/desk.ts';
import { MasterKeyError } from '../secrets/master-key.ts';
import { StoreError } from '../store/store.ts';
import { tellRefusal } from './refusal.ts';
import { EXIT, type ExitCode, type Finish, type Terminal, UsageError } from './terminal.ts';

type MakeCommand = (terminal: Terminal, finish: Finish) => Command;

/** By group, as help shows them. A file is loaded when its command is called: a score needs no database. */
const COMMANDS: Record<string, Record<string, () => Promise<MakeCommand>>> = {
  'Scores that anyone can recompute:': {
    score: async () => (await import('./score.ts')).scoreCommand,
    package: async () => (await import('./package.ts')).packageCommand,
    replay: async () => (await import('./replay.ts')).replayCommand,
    verify: async () => (await import('./verify.ts')).verifyCommand,
    keygen: async () => (await import('./keygen.ts')).keygenCommand,
    methodology: async () => (await import('./methodology.ts')).methodologyCommand,
  },
  'The desk, from a proposed input to a published indicator:': {
    providers: async () => (await import('./providers.ts')).providersCommand,
    inputs: async () => (await import('./inputs.ts')).inputsCommand,
    due: async () => (await import('./due.ts')).dueCommand,
    run: async () => (await import('./run.ts')).runCommand,
    diff: async () => (await import('./run.ts')).diffCommand,
    'approve-run': async () => (await import('./run.ts')).approveRunCommand,
    publish: async () => (await import('./run.ts')).publishCommand,
    withdraw: async () => (await import('./withdraw.ts')).withdrawCommand,
    correct: async () => (await import('./correct.ts')).correctCommand,
    issuances: async () => (await import('./issuances.ts')).issuancesCommand,
    requests: async () => (await import('./score-requests.ts')).scoreRequestsCommand,
    configurations: async () => (await import('./configurations.ts')).configurationsCommand,
    staff: async () => (await import('./staff.ts')).staffCommand,
  },
  'Customers: workspaces, terms, keys and webhooks:': {
    workspaces: async () => (await import('./workspaces.ts')).workspacesCommand,
    members: async () => (await import('./members.ts')).membersCommand,
    terms: async () => (await import('./terms.ts')).termsCommand,
    keys: async () => (await import('./keys.ts')).keysCommand,
    webhooks: async () => (await import('./webhooks.ts')).webhooksCommand,
    'agent-calls': async () => (await import('./agent-calls.ts')).agentCallsCommand,
  },
  'For agents:': {
    mcp: async () => (await import('./mcp.ts')).mcpCommand,
  },
  'The service:': {
    init: async () => (await import('./init.ts')).initCommand,
    serve: async () => (await import('./serve.ts')).serveCommand,
    demo: async () => (await import('./demo.ts')).demoCommand,
    'signing-keys': async () => (await import('./signing-keys.ts')).signingKeysCommand,
    backup: async () => (await import('./backup.ts')).backupCommand,
    restore: async () => (await import('./backup.ts')).restoreCommand,
    doctor: async () => (await import('./doctor.ts')).doctorCommand,
  },
};

export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const finish: Finish = (given) => {
    code = given;
  };
  const program = new Command('rf')
    .description('Deterministic risk indicators: score, publish, verify and serve.')
    .addHelpText('after', EXIT_CODES_HELP)
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(rf --help lists the commands; rf COMMAND --help its options)');
  await addCommands(program, args[0], terminal, finish);
  prepare(program, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return tellError(error, terminal);
  }
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
