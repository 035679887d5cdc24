// The guides in the order in which they are listed: the file of each in the repository, and its name in the address.

export interface Guide {
  /** The address is /docs/NAME. */
  name: string;
  /** Relative to the repository. */
  file: string;
  /** In the contents. The page itself has the heading of the file. */
  label: string;
  /** What it is about, for lists and search engines. */
  about: string;
}

export interface GuideGroup {
  title: string;
  guides: readonly Guide[];
}

function docs(page: string, label: string, about: string, name = page.replace(/^.*\//, '')): Guide {
  return { name, label, about, file: `docs/${page}.md` };
}

export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: 'Use the indicators',
    guides: [
      docs(
        'use/quick-start',
        'Quick start',
        'Your first call in two minutes: with curl, JavaScript, Python or an agent.',
      ),
      docs(
        'use/authentication',
        'Authentication and tiers',
        'API keys, tiers, and what each of them may call.',
      ),
      docs('use/limits', 'Limits', 'How requests are counted, and what to do after a 429.'),
      // /docs/api is the API reference.
      docs(
        'use/api',
        'The HTTP API',
        'Operations, caching, lists, past states, history and problems.',
        'http-api',
      ),
      docs(
        'use/spreadsheets',
        'Spreadsheets',
        'Scores, criteria, history, changes and decisions as CSV and XLSX, with recipes for Excel and pandas.',
      ),
      docs('use/errors', 'Errors', 'Every problem code: what it means and what to do.'),
      docs('use/webhooks', 'Webhooks', 'Receive changes as they happen: events, signatures, retries.'),
      docs(
        'use/verification',
        'Verification',
        'Check a score: look it up, replay it, verify it with a pinned key.',
      ),
      docs(
        'use/verification-page',
        'The verification page',
        'What each verdict means, replaying a package, reading a memo, and a file to keep.',
      ),
      docs(
        'use/embeds',
        'Badges, cards and embeds',
        'Show a score on your own page, and what others show with a link: badge, chart, oEmbed, cards.',
      ),
      docs(
        'use/policies',
        'Policies',
        'Rules of your own that turn scores into decisions, and how to check them.',
      ),
      docs('use/agents', 'Agents', 'Tools for language models: the plain and the MCP endpoint.'),
      docs(
        'use/books',
        'Books',
        'Positions of your own: their composite score, limits, versions, rights and privacy.',
      ),
      docs(
        'use/watch',
        'Watch and alerts',
        'Rules that tell of what changes: channels, digests, a calendar, and what leaves the service.',
      ),
      {
        name: 'javascript',
        label: 'JavaScript client',
        about: 'Read, verify and receive webhooks from Node, browsers and TypeScript.',
        file: 'packages/sdk/README.md',
      },
      {
        name: 'python',
        label: 'Python client',
        about: 'Read, replay and verify from Python 3.8 or later.',
        file: 'python/README.md',
      },
      docs(
        'use/versioning',
        'Versioning and deprecation',
        'What can change, and how removals are announced.',
      ),
      docs('glossary', 'Glossary', 'Words with a special meaning here, such as run, band and gate.'),
    ],
  },
  {
    title: 'How it works',
    guides: [
      docs(
        'use/methodology',
        'How a score is made',
        'The calculation behind every score, precise enough to implement it again.',
      ),
      docs('use/packages', 'Packages', 'The formats of packages, statements, signatures and the log.'),
      docs(
        'use/monitoring',
        'Monitors and witnesses',
        'Watch the log from outside, or cosign its checkpoints.',
      ),
      docs('use/integrity', 'What is proved', 'What proves each record, since when, and what is not proved.'),
    ],
  },
  {
    title: 'For customers',
    guides: [
      docs(
        'use/workspaces',
        'Workspaces',
        'Terms, keys, members and usage of a customer, in the browser and with rf; for operators: tiers and suspensions.',
      ),
      docs('use/identity', 'Signing in', 'Invitations, passwords, passkeys, sessions and lost credentials.'),
      docs(
        'use/console',
        'The console from a program',
        'Everything that people can do in the browser, with rf from any machine or over HTTP.',
      ),
      docs('use/acts', 'All acts', 'Every act of members and staff: roles, audit records, commands.'),
    ],
  },
  {
    title: 'For staff',
    guides: [
      docs(
        'desk/first-score',
        'Your first score',
        'From an empty folder to a published score of your own, in ten minutes.',
      ),
      docs(
        'desk/desk',
        'The desk',
        'How staff make an indicator, their roles, and what each page of the desk is for.',
      ),
      docs('desk/desk-guide', 'Set up a desk', 'Five people with all roles, step by step, with rf.'),
      docs(
        'desk/publishing',
        'Publishing',
        'The rules and commands for evidence, runs, corrections, withdrawals and frameworks.',
      ),
      docs(
        'desk/two-people',
        'What takes two people',
        'What one person cannot do alone, and what was tried to get around it.',
      ),
      docs('desk/input-errors', 'Input errors', 'Which inputs are refused, and why.'),
    ],
  },
  {
    title: 'For operators',
    guides: [
      docs('operate/operating', 'Operating', 'Settings, processes, faults, backups and maintenance.'),
      docs(
        'operate/static-export',
        'Static export and dumps',
        'Everything public as files for any static host, daily dumps, and how to verify them without a server.',
      ),
      docs(
        'operate/upgrading',
        'Upgrading',
        'Upgrade a deployment, one node after another, and write migrations for it.',
      ),
      docs(
        'operate/deploying',
        'Deploying',
        'systemd, a container, a reverse proxy, and three nodes on one machine to try.',
      ),
      docs(
        'operate/from-one-machine-to-three',
        'From one machine to three nodes',
        'Move a store from SQLite to PostgreSQL with Redis and a proxy, compare, and go back.',
      ),
      docs(
        'operate/tracing',
        'Traces',
        'Send OpenTelemetry traces to a collector: settings, spans, and what they do not contain.',
      ),
      docs('operate/runbook', 'Runbook', 'What each alert means, what to do first, and when it is over.'),
      docs(
        'operate/faults',
        'Faults of a running service',
        'Which faults were tried, what happened, and how to try them again.',
      ),
      docs('operate/debugging', 'Debugging', 'Find the cause of a problem.'),
      docs('operate/threat-model', 'Threat model', 'What is protected against whom, by which means.'),
      docs('operate/benchmarks', 'Benchmarks', 'Measured speed, as ratios to named peers.'),
    ],
  },
  {
    title: 'For contributors',
    guides: [
      docs('contribute/releasing', 'Releasing', 'Release a version, and what a version number means.'),
    ],
  },
];

/** Names of guides that are now part of another one. Their addresses lead there. */
export const MOVED_GUIDES: Readonly<Record<string, string>> = {
  customers: 'workspaces',
  'desk-in-the-browser': 'desk',
};

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);

/** Pages for people who change the software. They are read in the repository, and the service does not have them. */
export const UNSERVED: readonly Omit<Guide, 'name'>[] = [
  {
    file: 'docs/contribute/threads.md',
    label: 'Threads',
    about: 'The threads of a process, and the messages between them.',
  },
  {
    file: 'docs/contribute/tables.md',
    label: 'Tables',
    about: 'The tables of the store, as diagrams.',
  },
  {
    file: 'docs/contribute/failed-system-calls.md',
    label: 'Publishing while system calls fail',
    about:
      'The last test in which each write of a publication failed once, or was the last one before a kill.',
  },
  {
    file: 'docs/contribute/full-test-run.md',
    label: 'The last full test run',
    about: 'Its date, its counts, and the deliberate bugs that it caught.',
  },
];

/** Files of the repository that the service has at an address of its own. */
const OTHER_ADDRESSES: Readonly<Record<string, string>> = {
  'docs/README.md': '/docs',
  'docs/openapi.json': '/api/openapi.json',
  'prompts/README.md': '/prompts',
  'packages/core/terms/api-1.0.md': '/terms/api',
  'packages/core/terms/agent-1.0.md': '/terms/agent',
};

const BY_FILE = new Map(GUIDES.map(({ file, name }) => [file, `/docs/${name}`]));

/** The address of a file of the repository; null if the service does not have it. */
export function addressOfFile(file: string): string | null {
  const [, other] = /^docs\/(benchmarks\/[\w-]+\.svg|templates\/[\w-]+\.csv)$/.exec(file) ?? [];
  if (other !== undefined) return `/docs/${other}`;
  return BY_FILE.get(file) ?? OTHER_ADDRESSES[file] ?? null;
}
