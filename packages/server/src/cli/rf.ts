// The rf command line: loads the command that is called and runs it.

import { Command } from 'commander';
import { printError } from './print-error.ts';
import { EXIT, type ExitCode, type Finish, type Terminal } from './terminal.ts';
import { addUrlOption, calledCommand, withOwnEnvironment } from './url-option.ts';

type MakeCommand = (terminal: Terminal, finish: Finish) => Command;

/** Commands by group, as shown in the help. A file is loaded only if needed, so that rf score loads no database. */
const COMMANDS: Record<string, Record<string, () => Promise<MakeCommand>>> = {
  'Scores that anyone can recompute:': {
    score: async () => (await import('./verify/score.ts')).scoreCommand,
    package: async () => (await import('./verify/package.ts')).packageCommand,
    replay: async () => (await import('./verify/replay.ts')).replayCommand,
    verify: async () => (await import('./verify/verify.ts')).verifyCommand,
    keygen: async () => (await import('./verify/keygen.ts')).keygenCommand,
    methodology: async () => (await import('./verify/methodology.ts')).methodologyCommand,
  },
  'The log, watched from outside:': {
    monitor: async () => (await import('./monitor/monitor.ts')).monitorCommand,
    witness: async () => (await import('./witness/witness.ts')).witnessCommand,
  },
  'The desk, from a proposed input to a published indicator:': {
    providers: async () => (await import('./desk/providers.ts')).providersCommand,
    inputs: async () => (await import('./desk/inputs.ts')).inputsCommand,
    evidence: async () => (await import('./desk/evidence.ts')).evidenceCommand,
    due: async () => (await import('./desk/due.ts')).dueCommand,
    run: async () => (await import('./desk/run.ts')).runCommand,
    diff: async () => (await import('./desk/run.ts')).diffCommand,
    'approve-run': async () => (await import('./desk/run.ts')).approveRunCommand,
    discard: async () => (await import('./desk/run.ts')).discardCommand,
    publish: async () => (await import('./desk/run.ts')).publishCommand,
    rates: async () => (await import('./desk/rates.ts')).ratesCommand,
    withdraw: async () => (await import('./desk/withdraw.ts')).withdrawCommand,
    reinstate: async () => (await import('./desk/reinstate.ts')).reinstateCommand,
    correct: async () => (await import('./desk/correct.ts')).correctCommand,
    issuances: async () => (await import('./desk/issuances.ts')).issuancesCommand,
    requests: async () => (await import('./desk/score-requests.ts')).scoreRequestsCommand,
    configurations: async () => (await import('./desk/configurations.ts')).configurationsCommand,
    audit: async () => (await import('./desk/audit.ts')).auditCommand,
    staff: async () => (await import('./accounts/staff.ts')).staffCommand,
    'sign-ins': async () => (await import('./accounts/sign-ins.ts')).signInsCommand,
    approvals: async () => (await import('./accounts/approvals.ts')).approvalsCommand,
    rules: async () => (await import('./accounts/rules.ts')).rulesCommand,
  },
  'Customers: workspaces, terms, keys and webhooks:': {
    workspaces: async () => (await import('./accounts/workspaces.ts')).workspacesCommand,
    members: async () => (await import('./accounts/members.ts')).membersCommand,
    terms: async () => (await import('./accounts/terms.ts')).termsCommand,
    keys: async () => (await import('./accounts/keys.ts')).keysCommand,
    usage: async () => (await import('./accounts/usage.ts')).usageCommand,
    webhooks: async () => (await import('./webhooks/webhooks.ts')).webhooksCommand,
    notices: async () => (await import('./accounts/notices.ts')).noticesCommand,
    'agent-calls': async () => (await import('./accounts/agent-calls.ts')).agentCallsCommand,
    'failed-calls': async () => (await import('./accounts/failed-calls.ts')).failedCallsCommand,
  },
  'A server, without its disk:': {
    login: async () => (await import('./remote/login.ts')).loginCommand,
    logout: async () => (await import('./remote/login.ts')).logoutCommand,
  },
  'For agents:': {
    mcp: async () => (await import('./service/mcp.ts')).mcpCommand,
  },
  'The service:': {
    init: async () => (await import('./service/init.ts')).initCommand,
    migrate: async () => (await import('./service/migrate.ts')).migrateCommand,
    serve: async () => (await import('./service/serve.ts')).serveCommand,
    demo: async () => (await import('./service/demo.ts')).demoCommand,
    'signing-keys': async () => (await import('./desk/signing-keys.ts')).signingKeysCommand,
    export: async () => (await import('./export/export.ts')).exportCommand,
    backup: async () => (await import('./service/backup.ts')).backupCommand,
    restore: async () => (await import('./service/backup.ts')).restoreCommand,
    incidents: async () => (await import('./desk/incidents.ts')).incidentsCommand,
    doctor: async () => (await import('./service/doctor.ts')).doctorCommand,
  },
};

export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const finish: Finish = (given) => {
    code = given;
  };
  const program = await makeProgram(calledCommand(args), terminal, finish);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return printError(error, terminal);
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
    .showHelpAfterError('(rf --help lists the commands, rf COMMAND --help the options of a command)');
  const own = withOwnEnvironment(terminal);
  await addCommands(program, called, own, finish);
  addUrlOption(program, own.env);
  prepare(program, terminal);
  return program;
}

/** Adds only the command that is called, or all of them for the help and for an unknown command. */
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

/** Sends the output of a command and its subcommands to the terminal, and throws instead of exiting. */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text.trimEnd()),
    writeErr: (text) => terminal.err(text.trimEnd()),
  });
  for (const child of command.commands) prepare(child, terminal);
}

const EXIT_CODES_HELP = `
Exit codes:
  0   success
  1   the result is negative: invalid inputs, an altered package, a refused request
  2   the command could not run: an unknown option, an unreadable file, no store
  3   rf monitor has found that a log was rewritten or contradicts what is served
  70  internal error in rf
  75  a service could not be reached, or has too much to do; try again later`;
