// The commands of customers: what members of a workspace can do, and what its API keys can read. The package for customers
// has these commands alone, so nothing here may load the store.

import { type CommandGroups, type Commands, group, single } from './command-entry.ts';

/** What API keys can read. */
export const KEY_COMMANDS: Commands = {
  scores: {
    usage: '',
    description: 'List and show scores, their history, why they changed, and comparable providers.',
    load: async () => (await import('./reads/scores.ts')).scoresCommand,
  },
  api: {
    usage: '',
    description: 'Read what else an API key can read, as JSON.',
    load: async () => (await import('./reads/api.ts')).apiCommand,
  },
};

/** Decisions about exposure by rules of one's own. */
export const POLICY_COMMANDS: Commands = {
  policy: {
    usage: '',
    description:
      'Begin, check, save, activate and apply policies: rules that allow, review or block exposure.',
    isLocal: ['new', 'lint', 'values', 'verify'],
    load: group('policy', async () => (await import('./policy/policy.ts')).policyCommands),
  },
};

/** What members can do. */
export const WORKSPACE_COMMANDS: Commands = {
  workspaces: {
    usage: '',
    description:
      "Manage customers' workspaces. Operators create them, and the customer's Contract Admin claims them.",
    load: group('workspaces', async () => (await import('./accounts/workspaces.ts')).workspacesCommands),
  },
  members: {
    usage: '',
    description:
      'Manage the members of a workspace and their tokens. Only its Contract Admin can add and remove them.',
    load: group('members'),
  },
  books: {
    usage: '',
    description: 'Keep books of positions: versions, limits, rights and figures. Staff cannot see them.',
    load: group('books'),
  },
  watch: {
    usage: '',
    description: 'Be told of what changes: watch rules, alerts, channels, digests and a calendar of lapses.',
    load: group('watch'),
  },
  terms: {
    usage: '',
    description: 'Read and accept the terms of use, and list who accepted them.',
    load: group('terms', async () => (await import('./accounts/terms.ts')).termsCommands),
  },
  keys: {
    usage: '',
    description: "Manage a workspace's API keys. Its Contract Admin and developers can create them.",
    load: group('keys'),
  },
  usage: {
    usage: '[options]',
    description: "List the requests of a workspace's keys by day (UTC), newest first.",
    load: single('usage'),
  },
  webhooks: {
    usage: '',
    description:
      'Manage the webhook endpoints of a workspace, which are sent signed events, and their deliveries.',
    load: group('webhooks', async () => (await import('./webhooks/webhooks.ts')).webhooksCommands),
  },
  notices: {
    usage: '',
    description: 'Read what the service told a workspace.',
    load: group('notices'),
  },
  'agent-calls': {
    usage: '[options]',
    description: "List the calls of agent tools by a workspace's keys, newest first, with their outcome.",
    load: single('agent-calls'),
  },
  'failed-calls': {
    usage: '[options]',
    description:
      "List the calls of a workspace's keys of the last 7 days that were refused or failed, newest first.",
    load: single('failed-calls'),
  },
};

/** Tokens that are kept for a server. */
export const SIGN_IN_COMMANDS: Commands = {
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
};

export const CUSTOMER_GROUPS: CommandGroups = {
  'Published indicators, read with an API key:': KEY_COMMANDS,
  'Policies:': POLICY_COMMANDS,
  'Customers: workspaces, terms, keys and webhooks:': WORKSPACE_COMMANDS,
  'A server, without its disk:': SIGN_IN_COMMANDS,
};
