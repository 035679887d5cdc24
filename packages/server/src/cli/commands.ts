// The commands of rf by group, as the help lists them. A command's file is loaded only if it is called, so the list of
// commands loads none of them, and rf score loads no database.

import { allOf, type CommandGroups, type Commands, group, single } from './command-entry.ts';
import { CUSTOMER_GROUPS } from './customer-commands.ts';

export const COMMAND_GROUPS: CommandGroups = {
  'Scores that anyone can recompute:': {
    score: {
      usage: '[options]',
      description: 'Score provider inputs, and print one line of canonical JSON for each.',
      isLocal: true,
      load: async () => (await import('./verify/score.ts')).scoreCommand,
    },
    package: {
      usage: '[options]',
      description: 'Score provider inputs, and write a computation package for each.',
      isLocal: true,
      load: async () => (await import('./verify/package.ts')).packageCommand,
    },
    replay: {
      usage: '[options] <file...>',
      description: 'Recompute packages from their files alone, and compare the result, the hash and the id.',
      isLocal: true,
      load: async () => (await import('./verify/replay.ts')).replayCommand,
    },
    verify: {
      usage: '[options] [file...]',
      description:
        'Replay packages, and check their signatures and log entries, if any, against a key that you pin. Also verifies confirmations.',
      isLocal: true,
      load: async () => (await import('./verify/verify.ts')).verifyCommand,
    },
    keygen: {
      usage: '[options]',
      description: 'Create an Ed25519 signing key.',
      isLocal: true,
      load: async () => (await import('./verify/keygen.ts')).keygenCommand,
    },
    methodology: {
      usage: '',
      description:
        'Validate, compare and sign framework files; import and activate them, and show their impact.',
      isLocal: ['validate', 'diff', 'sign'],
      load: group('methodology', async () => (await import('./verify/methodology.ts')).methodologyCommands),
    },
  },
  'The log, watched from outside:': {
    monitor: {
      usage: '[options] <url>',
      description:
        'Watch the log of a service from outside: its history, its signatures, and what is served.',
      isLocal: true,
      load: async () => (await import('./monitor/monitor.ts')).monitorCommand,
    },
    witness: {
      usage: '',
      description: 'Run a witness, which cosigns the checkpoints of logs that only grow.',
      isLocal: true,
      load: async () => (await import('./witness/witness.ts')).witnessCommand,
    },
  },
  'The desk, from a proposed input to a published indicator:': {
    providers: {
      usage: '',
      description: 'Manage providers.',
      load: group('providers', async () => (await import('./desk/providers.ts')).providersCommands),
    },
    inputs: {
      usage: '',
      description:
        'Propose inputs and facts as an analyst; approve or reject them as a reviewer, who must be another person.',
      load: group('inputs', async () => (await import('./desk/inputs.ts')).inputsCommands),
    },
    evidence: {
      usage: '',
      description: 'List and show evidence, and open the stored copies of its documents.',
      load: group('evidence', async () => (await import('./desk/evidence.ts')).evidenceCommands),
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
    discard: {
      usage: '[options] <run>',
      description: 'Discard a draft that must not be published. What it already published stays.',
      load: single('discard'),
    },
    publish: {
      usage: '[options] <run>',
      description: 'Publish a draft. This cannot be undone.',
      load: async () => (await import('./desk/run.ts')).publishCommand,
    },
    rates: {
      usage: '',
      description: 'Propose and list the reference rates that yields are compared with.',
      load: group('rates', async () => (await import('./desk/inputs.ts')).ratesCommands),
    },
    withdraw: {
      usage: '[options] [provider]',
      description: "Withdraw a provider's indicator. Its record is kept.",
      load: async () => (await import('./desk/withdraw.ts')).withdrawCommand,
    },
    reinstate: {
      usage: '[options] <providers...>',
      description: 'Draft the reinstatement of withdrawn providers, with their indicators as computed now.',
      load: single('reinstate'),
    },
    correct: {
      usage: '[options] <proposal>',
      description:
        'Draft a correction: retract a wrong input and restate every published indicator that used it.',
      load: single('correct'),
    },
    committee: {
      usage: '',
      description: 'List what waits for the committee, show its rule, and name its chair.',
      load: group('committee'),
    },
    rationales: {
      usage: '',
      description: 'Write and review the rationales that are published with news.',
      load: group('rationales'),
    },
    disclosures: {
      usage: '',
      description: 'Show and change the disclosures that are published with every indicator.',
      load: group('disclosures'),
    },
    reviews: {
      usage: '',
      description: 'List the indicators that are under review.',
      load: group('reviews'),
    },
    issuances: {
      usage: '',
      description: 'Manage upcoming issuances: ANNOUNCED, PRICING, ISSUED or WITHDRAWN.',
      load: group('issuances', async () => (await import('./desk/issuances.ts')).issuancesCommands),
    },
    requests: {
      usage: '',
      description: 'List and decide score requests from the public.',
      load: group('requests', async () => (await import('./desk/score-requests.ts')).scoreRequestsCommands),
    },
    configurations: {
      usage: '',
      description: 'List and record the named configurations that runs score with.',
      load: group(
        'configurations',
        async () => (await import('./desk/configurations.ts')).configurationsCommands,
      ),
    },
    'entry-checks': {
      usage: '',
      description: 'Show and replace the checks of values that are entered.',
      load: group('entry-checks'),
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
      load: group('staff', async () => (await import('./accounts/staff.ts')).staffCommands),
    },
    'sign-ins': {
      usage: '',
      description:
        'Invite people to sign in with an email address, confirm their claims, and let them back in.',
      load: group('sign-ins'),
    },
    servers: {
      usage: '',
      description: 'Show and change the mail server and the OIDC provider that the service may use.',
      load: group('servers'),
    },
    approvals: {
      usage: '',
      description: 'List, approve and refuse requests for changes that take two people.',
      load: group('approvals', async () => (await import('./accounts/approvals.ts')).approvalsCommands),
    },
    specimens: {
      usage: '',
      description: 'Show and change the providers whose computation packages anyone may read.',
      load: group('specimens'),
    },
    rules: {
      usage: '',
      description: 'Show and change the settings of the two-person rule.',
      load: group('rules'),
    },
  },
  ...CUSTOMER_GROUPS,
  'For agents:': {
    mcp: {
      usage: '[options]',
      description:
        'Offer the agent tools of a running server to a local agent (Model Context Protocol, stdio).',
      namesServer: true,
      load: async () => (await import('./service/mcp.ts')).mcpCommand,
    },
  },
  'The service:': {
    init: {
      usage: '[options]',
      description: 'Create a store with its master key, its signing key and the first operator.',
      isLocal: true,
      load: async () => (await import('./service/init.ts')).initCommand,
    },
    migrate: {
      usage: '[options]',
      description: 'Apply pending migrations to the store, after showing them.',
      isLocal: true,
      load: async () => (await import('./service/migrate.ts')).migrateCommand,
    },
    serve: {
      usage: '[options]',
      description: 'Serve the API.',
      isLocal: true,
      load: async () => (await import('./service/serve.ts')).serveCommand,
    },
    demo: {
      usage: '',
      description: 'Make the fictional demo world, or catch it up to now.',
      isLocal: true,
      load: async () => (await import('./service/demo.ts')).demoCommand,
    },
    'signing-keys': {
      usage: '',
      description: "List, rotate and pin the service's signing keys.",
      // It performs an act, and writes a file beside the store.
      isLocal: ['pin'],
      load: group('signing-keys', async () => (await import('./desk/signing-keys.ts')).signingKeysCommands),
    },
    'master-key': {
      usage: '',
      description: 'Replace the master key, which encrypts secrets and authenticates records.',
      // They read or write the key beside the store.
      isLocal: ['new', 'status', 'drop'],
      load: group('master-key', async () => (await import('./service/master-key.ts')).masterKeyCommands),
    },
    export: {
      usage: '[options]',
      description:
        'Write the public API, the site, feeds, badges, the log, keys, proofs and daily dumps as files for any static host.',
      isLocal: true,
      load: async () => (await import('./export/export.ts')).exportCommand,
    },
    backup: {
      usage: '[options] <file>',
      description: 'Write the whole store to one file, as of this instant. The service can keep running.',
      isLocal: true,
      load: async () => (await import('./service/backup.ts')).backupCommand,
    },
    restore: {
      usage: '[options] <file>',
      description: 'Restore a backup into an empty folder or an empty PostgreSQL database.',
      isLocal: true,
      load: async () => (await import('./service/backup.ts')).restoreCommand,
    },
    incidents: {
      usage: '',
      description: 'Announce incidents on the status page.',
      load: group('incidents'),
    },
    doctor: {
      usage: '[options]',
      description:
        'Check the store, its keys, its log, the clock and the disk, and print what to do about any problem.',
      isLocal: true,
      load: async () => (await import('./service/doctor.ts')).doctorCommand,
    },
  },
};

export const COMMANDS: Commands = allOf(COMMAND_GROUPS);
