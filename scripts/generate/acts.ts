// docs/use/acts.md: the table of acts, with who may perform each, its HTTP operation, its audit records and its commands.

import {
  ACT_NAMES,
  ACTS,
  type ActName,
  AUDIT_RECORDS,
  type AuditRecord,
  auditOf,
  commandsOf,
  DEFAULT_PAGE,
  LARGEST_PAGE,
  MEMBER_ROLES,
  STAFF_ROLES,
  type WhoMay,
} from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS, needsFreshSession } from '@rf-indicators/contract/console';
import type { GeneratedFile } from './generated-file.ts';

const INTRODUCTION = `# Acts

Everything that staff and members can do, from one table (\`packages/contract/src/acts\`, performed by
\`packages/core/src/acts\`). An *act* changes something and leaves the audit records named here, in the same
transaction. A *read* changes nothing and leaves none. Members act in their own workspace only; staff who read about a
workspace name it. A command without a token may read, because anyone who can open the store can read all of it.

Over HTTP, a \`GET\` has its input in the query, and a \`POST\` as JSON in the body. Acts that show a secret or publish
something need a *fresh session*, whose person signed in within the last 10 minutes; a token needs no such step. The
OpenAPI document is at \`/api/console/openapi.json\`.

Lists that can grow answer in pages. \`limit\` sets the number of entries of a page (${DEFAULT_PAGE} if absent, at most
${LARGEST_PAGE}), and \`next_cursor\` of a page is the \`cursor\` of the next; it is null at the end. Each list has one order,
which its description names. Entries that are added in the meantime make no other entry appear twice or be missed. Instants
\`since\` and \`until\`, or \`from\` and \`to\`, are included. Commands read all pages, or as many as their \`--limit\` needs.

Three lists can also be had as CSV over HTTP, in full and with the same filters: \`GET /console/audit.csv\` (\`audit.list\`),
\`/console/workspace-audit.csv\` (\`workspaces.audit\`) and \`/console/usage.csv\` (\`usage.list\`).
\`GET /console/book-report.xlsx\` performs \`books.report\` and sends it as a spreadsheet. \`GET /console/documents/{sha256}\` performs \`evidence.open\` and sends the document itself.

This file is generated from the table.
`;

const HEADER = ['Act', 'Who may', 'What it does', 'HTTP', 'Audit records', 'Command'];
const OPERATIONS = new Map(CONSOLE_OPERATIONS.map((operation) => [operation.act, operation]));

export function actFiles(): GeneratedFile[] {
  const subjects = Map.groupBy(ACT_NAMES, (name) => name.split('.')[0]!);
  const sections = [...subjects].map(([subject, names]) => `## ${titleOf(subject)}\n\n${table(names)}`);
  return [
    { path: 'docs/use/acts.md', text: `${INTRODUCTION}\n${sections.join('\n\n')}\n` },
    { path: 'packages/contract/src/generated/audit-actions.ts', text: auditActions() },
  ];
}

/** Browsers need the sentences and every thread the topics, without the schemas of the acts. */
function auditActions(): string {
  const lines = Object.entries(AUDIT_RECORDS as Record<string, AuditRecord>).map(
    ([action, { topics = ['desk'], sentence, news }]) =>
      `  '${action}': ${JSON.stringify({ topics, sentence: [sentence].flat(), news: news ?? null })},`,
  );
  return `// Generated from packages/contract/src/acts by \`npm run generate\`. Do not edit.

import type { Topic } from '../acts/act.ts';

interface Recorded {
  topics: readonly Topic[];
  sentence: readonly string[];
  news: string | null;
}

export const AUDIT_ACTIONS = {
${lines.join('\n')}
} as const satisfies Record<string, Recorded>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
`;
}

function titleOf(subject: string): string {
  const words = subject.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

function table(names: readonly ActName[]): string {
  const rows = [HEADER, HEADER.map(() => '---'), ...names.map(rowOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rowOf(name: ActName): string[] {
  const { kind, who, description }: { kind: string; who: WhoMay; description: string } = ACTS[name];
  const { always, sometimes } = auditOf(name);
  const records = [
    ...always.map(code),
    ...sometimes.map((action) => `${code(action)} (depends on the input)`),
  ];
  return [
    kind === 'read' ? `${code(name)} (read)` : code(name),
    whoText(who),
    description,
    httpText(name),
    records.join(', '),
    commandsOf(ACTS[name])
      .map((command) => code(`rf ${command}`))
      .join(', '),
  ];
}

function httpText(name: ActName): string {
  const { method, path, entry } = OPERATIONS.get(name)!;
  const session = entry.who.anyone === undefined && needsFreshSession(entry) ? ' (fresh session)' : '';
  return `${code(`${method} ${path}`)}${session}`;
}

function whoText({ staff, member, anyone, secondPerson }: WhoMay): string {
  if (anyone !== undefined) return `anyone, with ${anyone}`;
  const roles = [
    ...(member === undefined
      ? []
      : [member.length === MEMBER_ROLES.length ? 'any member' : member.join(', ')]),
    ...(staff === undefined ? [] : [staff.length === STAFF_ROLES.length ? 'any staff' : staff.join(', ')]),
  ];
  return roles.join('; ') + (secondPerson === undefined ? '' : `. Second person: ${secondPerson}`);
}

function code(text: string): string {
  return `\`${text}\``;
}
