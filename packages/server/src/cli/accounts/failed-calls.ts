// rf failed-calls: lists the calls of a workspace's keys that were refused or failed.

import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function failedCallsCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('failed-calls'))
    .option('--request <id>', 'only the call with this request id, as x-request-id gave it')
    .option('--key <key>', 'only calls with this key: its prefix, id or name')
    .option('--status <status>', 'only this HTTP status, such as 429')
    .option('--since <instant>', 'date-time, or a date: from the start of that day in UTC')
    .option('--until <instant>', 'date-time, or a date: to the end of that day in UTC')
    .option('--limit <number>', 'list at most this many', '100')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { workspace, request: request_id, key, status, since, until, limit, json } = options;
        if (!/^[1-9]\d{0,6}$/.test(limit)) throw new UsageError(`"${limit}" is not a valid limit.`);
        if (status !== undefined && !/^[45]\d\d$/.test(status))
          throw new UsageError(`"${status}" is not an HTTP status from 400 to 599.`);
        const filter = {
          ...{ workspace, request_id, key },
          status: status && Number(status),
          since: since && readInstant(since, terminal, 'start'),
          until: until && readInstant(until, terminal),
        };
        const { data } = await listPages(perform, 'failed_calls.list', filter, Number(limit));
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map((call) => [
          instantToTheSecond(call.at),
          call.key_name,
          call.operation ?? '-',
          call.status === null ? '-' : String(call.status),
          call.code ?? (call.request_id === null ? `${call.calls} more in this minute` : '-'),
          call.request_id ?? '-',
        ]);
        return printTable(terminal, ['AT', 'KEY', 'OPERATION', 'STATUS', 'PROBLEM', 'REQUEST ID'], rows);
      }),
    );
}
