import { type ListedCall, listCalls } from '@rf-indicators/core/accounts/agent-calls';
import { Command } from 'commander';
import { instantToTheSecond } from '../instants.ts';
import { lookAtWorkspace, withWorkspace } from '../store-session.ts';
import { tellTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

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
        if (options.json) return terminal.out(JSON.stringify(calls.map(told), null, 2));
        const rows = calls.map((call) => [
          instantToTheSecond(call.at),
          call.keyName,
          call.tool ?? '-',
          call.endpoint,
          call.outcome,
          `${(call.durationUs / 1000).toFixed(1)} ms`,
          call.requestId,
        ]);
        return tellTable(terminal, ['AT', 'KEY', 'TOOL', 'ENDPOINT', 'OUTCOME', 'TOOK', 'REQUEST'], rows);
      }),
    );
}

function told({ keyId, keyName, at, requestId, endpoint, tool, outcome, durationUs }: ListedCall) {
  const when = new Date(at).toISOString();
  return {
    at: when,
    key_id: keyId,
    key_name: keyName,
    tool,
    endpoint,
    outcome,
    duration_us: durationUs,
    request_id: requestId,
  };
}
