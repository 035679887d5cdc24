// rf workspaces show: what a workspace is, what it still has to accept, and how much of its quotas it has used.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { lookAtWorkspace, withWorkspace } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import type { Terminal } from '../terminal.ts';

export function showWorkspaceCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('show'))
    .description('Show a workspace: its tier, the terms it has accepted, its signing secret and its quotas.')
    .option('--json', 'print the result as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const shown = await perform('workspaces.show', { workspace: options.workspace });
        if (options.json) return terminal.out(JSON.stringify(shown, null, 2));
        for (const [name, value] of linesOf(shown)) terminal.out(`${name.padEnd(17)}${value}`);
        return undefined;
      }),
    );
}

function linesOf(shown: AnswerOf<'workspaces.show'>): [string, string][] {
  const { name, tier, pilot_enabled_at, suspended_at, terms, signing_secret, quotas } = shown;
  const secret = signing_secret.waits_for_admin
    ? 'not shown yet: the Contract Admin runs rf workspaces show-secret'
    : signing_secret.overlap_ends_at === null
      ? 'in use'
      : `being rotated until ${instantToTheSecond(signing_secret.overlap_ends_at)}`;
  return [
    ['Workspace', name],
    ['Tier', tier],
    ...(suspended_at === null ? [] : [['Suspended', instantToTheSecond(suspended_at)] as [string, string]]),
    [
      'Agent pilot',
      pilot_enabled_at === null ? 'not enabled' : `since ${instantToTheSecond(pilot_enabled_at)}`,
    ],
    ...terms.map(({ kind, version, accepted_at, accepted_by_name }): [string, string] => [
      kind === 'api' ? 'API terms' : 'Agent terms',
      accepted_at === null
        ? `${version}, not accepted`
        : `${version}, accepted by ${accepted_by_name} on ${instantToTheSecond(accepted_at)}`,
    ]),
    ['Signing secret', secret],
    ...quotas.map(({ tier: of, used, limit, keys }): [string, string] => [
      'This hour',
      `${of}: ${used} of ${limit} requests used, ${keys} ${keys === 1 ? 'key' : 'keys'}`,
    ]),
  ];
}
