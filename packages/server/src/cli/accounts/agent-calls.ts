// rf agent-calls: lists the calls of agent tools by the keys of a workspace.

import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export function agentCallsCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('agent-calls'))
    .option('--limit <number>', 'list at most this many', Number, 100)
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { workspace, limit, json } = options;
        const { data } = await listPages(perform, 'agent_calls.list', { workspace }, limit);
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map((call) => [
          instantToTheSecond(Date.parse(call.at)),
          call.key_name,
          call.tool ?? '-',
          call.endpoint,
          call.outcome,
          `${(call.duration_us / 1000).toFixed(1)} ms`,
          call.request_id,
        ]);
        return printTable(
          terminal,
          ['AT', 'KEY', 'TOOL', 'ENDPOINT', 'OUTCOME', 'DURATION', 'REQUEST ID'],
          rows,
        );
      }),
    );
}
