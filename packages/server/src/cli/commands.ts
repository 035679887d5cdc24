// The commands of rf by group, as the help lists them. A command's file is loaded only if it is called, so the list of
// commands loads none of them, and rf score loads no database.

import type { Command } from 'commander';
import type { Finish, Terminal } from './terminal.ts';

type MakeCommand = (terminal: Terminal, finish: Finish) => Command;

export interface CommandEntry {
  /** What follows the name in the list of commands: [options] and the arguments. A test compares it with the command. */
  usage: string;
  description: string;
  load(): Promise<MakeCommand>;
}

export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  'Scores that anyone can recompute:': {
    score: {
      usage: '[options]',
      description: 'Score provider inputs, and print one line of canonical JSON for each.',
      load: async () => (await import('./verify/score.ts')).scoreCommand,
    },
    package: {
      usage: '[options]',
      description: 'Score provider inputs, and write a computation package for each.',
      load: async () => (await import('./verify/package.ts')).packageCommand,
    },
    replay: {
      usage: '[options] <file...>',
      description: 'Recompute packages from their files alone, and compare the result, the hash and the id.',
      load: async () => (await import('./verify/replay.ts')).replayCommand,
    },
    verify: {
      usage: '[options] [file...]',
      description:
        'Replay packages, and check their signatures and log entries, if any, against a key that you pin. Also verifies confirmations.',
      load: async () => (await import('./verify/verify.ts')).verifyCommand,
    },
    keygen: {
      usage: '[options]',
      description: 'Create an Ed25519 signing key.',
      load: async () => (await import('./verify/keygen.ts')).keygenCommand,
    },
    methodology: {
      usage: '',
      description:
        'Validate, compare and sign framework files; import and activate them, and show their impact.',
      load: async () => (await import('./verify/methodology.ts')).methodologyCommand,
    },
  },
  'The log, watched from outside:': {
    monitor: {
      usage: '[options] <url>',
      description:
        'Watch the log of a service from outside: its history, its signatures, and what is served.',
      load: async () => (await import('./monitor/monitor.ts')).monitorCommand,
    },
    witness: {
      usage: '',
      description: 'Run a witness, which cosigns the checkpoints of logs that only grow.',
      load: async () => (await import('./witness/witness.ts')).witnessCommand,
    },
  },
  'The desk, from a proposed input to a published indicator:': {
    providers: {
      usage: '',
      description: 'Manage providers.',
      load: async () => (await import('./desk/providers.ts')).providersCommand,
    },
    inputs: {
      usage: '',
      description:
        'Propose inputs and facts as an analyst; approve or reject them as a reviewer, who must be another person.',
      load: async () => (await import('./desk/inputs.ts')).inputsCommand,
    },
    evidence: {
      usage: '',
      description: 'List and show evidence, and open the stored copies of its documents.',
      load: async () => (await import('./desk/evidence.ts')).evidenceCommand,
    },
    due: {
      usage: '',
      description: 'List the inputs that lose points soon, and say who looks after them.',
      load: async () => (await import('./desk/due.ts')).dueCommand,
    },
    run: {
      usage: '[options] [provider...]',
      description: 'Score providers and save the result as a draft.',
      load: async () => (await import('./desk/run.ts')).runCommand,
    },
    diff: {
      usage: '[options] <run>',
      description: 'Show what a draft would change, and why.',
      load: async () => (await import('./desk/run.ts')).diffCommand,
    },
    'approve-run': {
      usage: '[options] <run>',
      description:
        'Approve a draft as the second person that a band change, a correction or a reinstatement requires.',
      load: async () => (await import('./desk/run.ts')).approveRunCommand,
    },
    discard: {
      usage: '[options] <run>',
      description: 'Discard a draft that must not be published. What it already published stays.',
      load: async () => (await import('./desk/run.ts')).discardCommand,
    },
    publish: {
      usage: '[options] <run>',
      description: 'Publish a draft. This cannot be undone.',
      load: async () => (await import('./desk/run.ts')).publishCommand,
    },
    rates: {
      usage: '',
      description: 'Propose and list the reference rates that yields are compared with.',
      load: async () => (await import('./desk/rates.ts')).ratesCommand,
    },
    withdraw: {
      usage: '[options] [provider]',
      description: "Withdraw a provider's indicator. Its record is kept.",
      load: async () => (await import('./desk/withdraw.ts')).withdrawCommand,
    },
    reinstate: {
      usage: '[options] <providers...>',
      description: 'Draft the reinstatement of withdrawn providers, with their indicators as computed now.',
      load: async () => (await import('./desk/reinstate.ts')).reinstateCommand,
    },
    correct: {
      usage: '[options] <proposal>',
      description:
        'Draft a correction: retract a wrong input and restate every published indicator that used it.',
      load: async () => (await import('./desk/correct.ts')).correctCommand,
    },
    issuances: {
      usage: '',
      description: 'Manage upcoming issuances: ANNOUNCED, PRICING, ISSUED or WITHDRAWN.',
      load: async () => (await import('./desk/issuances.ts')).issuancesCommand,
    },
    requests: {
      usage: '',
      description: 'List and decide score requests from the public.',
      load: async () => (await import('./desk/score-requests.ts')).scoreRequestsCommand,
    },
    configurations: {
      usage: '',
      description: 'List and record the named configurations that runs score with.',
      load: async () => (await import('./desk/configurations.ts')).configurationsCommand,
    },
    audit: {
      usage: '[options]',
      description: 'Show the audit trail, oldest record first: who did what, when, and what it changed.',
      load: async () => (await import('./desk/audit.ts')).auditCommand,
    },
    staff: {
      usage: '',
      description:
        'Invite people to the staff and change their roles. Outside the founding this takes two people.',
      load: async () => (await import('./accounts/staff.ts')).staffCommand,
    },
    'sign-ins': {
      usage: '',
      description:
        'Invite people to sign in with an email address, confirm their claims, and let them back in.',
      load: async () => (await import('./accounts/sign-ins.ts')).signInsCommand,
    },
    approvals: {
      usage: '',
      description: 'List, approve and refuse requests for changes that take two people.',
      load: async () => (await import('./accounts/approvals.ts')).approvalsCommand,
    },
    rules: {
      usage: '',
      description: 'Show and change the settings of the two-person rule.',
      load: async () => (await import('./accounts/rules.ts')).rulesCommand,
    },
  },
  'Customers: workspaces, terms, keys and webhooks:': {
    workspaces: {
      usage: '',
      description:
        "Manage customers' workspaces. Operators create them, and the customer's Contract Admin claims them.",
      load: async () => (await import('./accounts/workspaces.ts')).workspacesCommand,
    },
    members: {
      usage: '',
      description:
        'Manage the members of a workspace and their tokens. Only its Contract Admin can add and remove them.',
      load: async () => (await import('./accounts/members.ts')).membersCommand,
    },
    terms: {
      usage: '',
      description: 'Read and accept the terms of use, and list who accepted them.',
      load: async () => (await import('./accounts/terms.ts')).termsCommand,
    },
    keys: {
      usage: '',
      description: "Manage a workspace's API keys. Its Contract Admin and developers can create them.",
      load: async () => (await import('./accounts/keys.ts')).keysCommand,
    },
    usage: {
      usage: '[options]',
      description: "List the requests of a workspace's keys by day (UTC), newest first.",
      load: async () => (await import('./accounts/usage.ts')).usageCommand,
    },
    webhooks: {
      usage: '',
      description:
        'Manage the webhook endpoints of a workspace, which are sent signed events, and their deliveries.',
      load: async () => (await import('./webhooks/webhooks.ts')).webhooksCommand,
    },
    notices: {
      usage: '',
      description: 'Read what the service told a workspace.',
      load: async () => (await import('./accounts/notices.ts')).noticesCommand,
    },
    'agent-calls': {
      usage: '[options]',
      description: "List the calls of agent tools by a workspace's keys, newest first, with their outcome.",
      load: async () => (await import('./accounts/agent-calls.ts')).agentCallsCommand,
    },
    'failed-calls': {
      usage: '[options]',
      description:
        "List the calls of a workspace's keys of the last 7 days that were refused or failed, newest first.",
      load: async () => (await import('./accounts/failed-calls.ts')).failedCallsCommand,
    },
  },
  'A server, without its disk:': {
    login: {
      usage: '[options]',
      description: 'Check your token for a server and keep it, so that commands with RF_URL or --url use it.',
      load: async () => (await import('./remote/login.ts')).loginCommand,
    },
    logout: {
      usage: '[options]',
      description: 'Forget the tokens that are kept for a server. They stay valid until they are revoked.',
      load: async () => (await import('./remote/login.ts')).logoutCommand,
    },
  },
  'For agents:': {
    mcp: {
      usage: '[options]',
      description:
        'Offer the agent tools of a running server to a local agent (Model Context Protocol, stdio).',
      load: async () => (await import('./service/mcp.ts')).mcpCommand,
    },
  },
  'The service:': {
    init: {
      usage: '[options]',
      description: 'Create a store with its master key, its signing key and the first operator.',
      load: async () => (await import('./service/init.ts')).initCommand,
    },
    migrate: {
      usage: '[options]',
      description: 'Apply pending migrations to the store, after showing them.',
      load: async () => (await import('./service/migrate.ts')).migrateCommand,
    },
    serve: {
      usage: '[options]',
      description: 'Serve the API.',
      load: async () => (await import('./service/serve.ts')).serveCommand,
    },
    demo: {
      usage: '',
      description: 'Make the fictional demo world, or catch it up to now.',
      load: async () => (await import('./service/demo.ts')).demoCommand,
    },
    'signing-keys': {
      usage: '',
      description: "List, rotate and pin the service's signing keys.",
      load: async () => (await import('./desk/signing-keys.ts')).signingKeysCommand,
    },
    export: {
      usage: '[options]',
      description:
        'Write the public API, the site, feeds, badges, the log, keys, proofs and daily dumps as files for any static host.',
      load: async () => (await import('./export/export.ts')).exportCommand,
    },
    backup: {
      usage: '[options] <file>',
      description: 'Write the whole store to one file, as of this instant. The service can keep running.',
      load: async () => (await import('./service/backup.ts')).backupCommand,
    },
    restore: {
      usage: '[options] <file>',
      description: 'Restore a backup into an empty folder or an empty PostgreSQL database.',
      load: async () => (await import('./service/backup.ts')).restoreCommand,
    },
    incidents: {
      usage: '',
      description: 'Announce incidents on the status page.',
      load: async () => (await import('./desk/incidents.ts')).incidentsCommand,
    },
    doctor: {
      usage: '[options]',
      description:
        'Check the store, its keys, its log, the clock and the disk, and print what to do about any problem.',
      load: async () => (await import('./service/doctor.ts')).doctorCommand,
    },
  },
};

export const COMMANDS: Readonly<Record<string, CommandEntry>> = Object.assign(
  {},
  ...Object.values(COMMAND_GROUPS),
);
