// rf audit: shows and exports the audit trail.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { writeCsv } from '@rf-indicators/core/desk/import/csv';
import { Command, Option } from 'commander';
import { asMember, givenMemberToken, type Perform, readDesk } from '../act-session.ts';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';

type DeskRecord = AnswerOf<'audit.list'>['data'][number];
type WorkspaceRecord = AnswerOf<'workspaces.audit'>['data'][number];
type AuditRecord = Pick<
  DeskRecord,
  | 'seq'
  | 'at'
  | 'actor'
  | 'actor_name'
  | 'workspace'
  | 'action'
  | 'subject'
  | 'subject_name'
  | 'before'
  | 'after'
>;

const SHOWN = 100;
const WIDEST_CHANGE = 80;

export function auditCommand(terminal: Terminal): Command {
  return new Command('audit')
    .option('--who <person>', 'name or id of a person, also of one who left; or service')
    .option('--what <action>', 'action such as staff.retired, or the beginning of several such as staff.')
    .option('--subject <subject>', 'slug of a provider, name of a person, or the beginning of a subject')
    .option('--since <instant>', 'date-time, or a date: from the start of that day in UTC')
    .option('--until <instant>', 'date-time, or a date: to the end of that day in UTC')
    .option('--token <token>', 'your member token (RF_TOKEN), for the trail of your workspace')
    .option('--limit <number>', `at most this many (default: ${SHOWN}; with --json or --csv, all)`)
    .option('--json', 'export every record that matches as JSON', false)
    .addOption(
      new Option('--csv', 'export every record that matches as CSV').default(false).conflicts('json'),
    )
    .action(({ who, what, subject, since, until, limit, json, csv, token }) => {
      const member = givenMemberToken(terminal, token);
      const work = async (perform: Perform) => {
        if (limit !== undefined && !/^[1-9]\d{0,6}$/.test(limit))
          throw new UsageError(`"${limit}" is not a valid limit.`);
        const filter = {
          actor: who,
          action: what,
          subject,
          from: since && readInstant(since, terminal, 'start'),
          to: until && readInstant(until, terminal),
        };
        const most = limit === undefined ? (json || csv ? Number.POSITIVE_INFINITY : SHOWN) : Number(limit);
        const { data, hasMore } =
          member === null
            ? await listPages(perform, 'audit.list', filter, most)
            : await listPages(perform, 'workspaces.audit', ofWorkspace(filter), most);
        const records = data.map(asRecord);
        if (json) terminal.out(JSON.stringify(data, null, 2));
        else if (csv) terminal.out(writeCsv(COLUMNS, records.map(csvRow)));
        else {
          const header = ['AT', 'WHO', 'ACTION', 'SUBJECT', 'CHANGE'];
          printTable(terminal, header, records.map(tableRow));
          if (hasMore) terminal.out('There are more records: narrow the search, or give a higher --limit.');
        }
      };
      return member === null ? readDesk(terminal, work) : asMember(terminal, { token: member }, work);
    });
}

/** In the trail of a workspace, people of the service have no name. */
function asRecord(record: DeskRecord | WorkspaceRecord): AuditRecord {
  return 'by' in record ? { ...record, actor: record.actor ?? record.by, workspace: null } : record;
}

/** The trail of a workspace is not searched by subject. */
function ofWorkspace<Filter extends { subject?: unknown }>({ subject, ...filter }: Filter) {
  if (subject === undefined) return filter;
  throw new UsageError('The audit trail of a workspace has no --subject. Use --what or --who.');
}

const COLUMNS = [
  ...[
    'seq',
    'at',
    'actor',
    'actor_name',
    'workspace',
    'action',
    'subject',
    'subject_name',
    'before',
    'after',
  ],
];

function csvRow(record: AuditRecord): Record<string, string | null> {
  const { seq, at, before, after } = record;
  const { actor, actor_name, workspace, action, subject, subject_name } = record;
  return {
    ...{ actor, actor_name, workspace, action, subject, subject_name },
    seq: String(seq),
    at,
    before: before === null ? '' : JSON.stringify(before),
    after: after === null ? '' : JSON.stringify(after),
  };
}

function tableRow({ at, actor, actor_name, workspace, action, subject, ...row }: AuditRecord): string[] {
  const who = `${actor_name ?? actor}${workspace ? ` (${workspace})` : ''}`;
  const change = [row.before, row.after].map((value) => (value === null ? '' : JSON.stringify(value)));
  const text = change[0] === '' ? change[1]! : change.join(' -> ');
  const short = text.length > WIDEST_CHANGE ? `${text.slice(0, WIDEST_CHANGE - 1)}…` : text;
  return [instantToTheSecond(at), who, action, row.subject_name ?? subject, short];
}
