// rf workspaces create and show: what they print differs from the answers of their acts.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Command } from 'commander';
import { actCommand } from '../acts/command.ts';
import { instantToTheSecond } from '../instants.ts';
import type { Terminal } from '../terminal.ts';

export function workspacesCommands(terminal: Terminal): Command[] {
  return [
    actCommand(terminal, 'workspaces.create', {
      json: ({ workspace: { id, name, tier }, ...claim }) => ({ id, name, tier, ...claim }),
    }),
    actCommand(terminal, 'workspaces.show', {
      text: (shown) => {
        for (const [name, value] of linesOf(shown)) terminal.out(`${name.padEnd(17)}${value}`);
      },
    }),
  ];
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
