import { Command } from 'commander';
import { listCalls } from '../workspaces/agent-calls.ts';
import { lookAtWorkspace, withWorkspace } from './desk.ts';
import { instantToTheSecond } from './instants.ts';
import { tellTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export function agentCallsCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('agent-calls'))
    .description(
      "The audit trail of a workspace's agent tools, newest first: who called what, and what came of it.",
    )
    .option('--limit <number>', 'at most so many', Number, 100)
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async ({ store }, workspace) => {
        const calls = await listCalls(store.db, workspace.id, options.limit);
        if (options.json) return terminal.out(JSON.stringify(calls, null, 2));
        const rows = calls.map((call) => [
          instantToTheSecond(call.at),
          call.key_name,
          call.tool ?? '-',
          call.door,
          call.outcome,
          `${(call.duration_us / 1000).toFixed(1)} ms`,
          call.request_id,
        ]);
        return tellTable(terminal, ['AT', 'KEY', 'TOOL', 'DOOR', 'OUTCOME', 'TOOK', 'REQUEST'], rows);
      }),
    );
}
