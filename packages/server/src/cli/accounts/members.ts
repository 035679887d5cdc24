// rf members: the members of a workspace and their tokens.

import { type AnswerOf, MEMBER_ROLES } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import {
  asMember,
  asStaff,
  lookAtWorkspace,
  withMemberToken,
  withToken,
  withWorkspace,
} from '../act-session.ts';
import { requireYes, withYes } from '../confirmation.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { confirmCommand, inviteAgainCommand, inviteCommand } from './member-sign-ins.ts';
import { printToken, withoutDots } from './tokens.ts';

export function membersCommand(terminal: Terminal): Command {
  return new Command('members')
    .addHelpText('after', HELP)
    .addCommand(addCommand(terminal))
    .addCommand(inviteCommand(terminal))
    .addCommand(inviteAgainCommand(terminal))
    .addCommand(confirmCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(removeCommand(terminal))
    .addCommand(eraseCommand(terminal))
    .addCommand(tokenCommand(terminal))
    .addCommand(revokeTokenCommand(terminal));
}

function addCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('add'))
    .description('Add a person to your workspace and show their token once.')
    .argument('<name>', 'the name of the person; unique in the workspace')
    .requiredOption('--role <role>', MEMBER_ROLES.join(', '))
    .option('--json', 'print the result as JSON', false)
    .action((name, options) =>
      asMember(terminal, options, async (perform) => {
        const issued = await perform('members.add', { name, role: options.role });
        printToken(terminal, `${name} added`, issued, options.json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List the members of a workspace with the first characters of their active tokens.')
    .option('--all', 'also members who were removed', false)
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { workspace, all, json } = options;
        const { data } = await listPages(perform, 'members.list', { workspace, all });
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        return printTable(terminal, ['NAME', 'ROLE', 'TOKENS', '', 'ID'], data.map(rowOf));
      }),
    );
}

function rowOf({ id, name, role, tokens, removed_at }: AnswerOf<'members.list'>['data'][number]): string[] {
  const active = tokens.flatMap(({ prefix, revoked_at }) => (revoked_at === null ? [`${prefix}…`] : []));
  return [name, role, active.join(' '), removed_at === null ? '' : 'removed', id];
}

function removeCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('remove'))
    .description('Remove a person: all their tokens are revoked immediately, and their work stays on record.')
    .argument('<person>', 'name or id')
    .action((person, options) =>
      asMember(terminal, options, async (perform) => {
        await perform('members.remove', { person });
        terminal.out(`${person} removed`);
      }),
    );
}

function eraseCommand(terminal: Terminal): Command {
  return withYes(withToken(new Command('erase')))
    .description(
      'Erase the name of a person who was removed, as an operator. Records of what they did keep their id.',
    )
    .argument('<person>', 'name or id')
    .requiredOption('--workspace <workspace>', 'name or id of the workspace')
    .action((person, { workspace, yes, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        requireYes(
          yes,
          `This erases the name of ${person} from ${workspace} and from all records about them, and the address from ` +
            'which they accepted terms.',
        );
        const { erased_as } = await perform('members.erase', { workspace, person });
        terminal.out(`The name is erased. Lists and records now show "${erased_as}".`);
        terminal.out(
          'What stays: their id in the records of what they did, names of keys and descriptions of webhooks, and ' +
            'backups that were made before.',
        );
      }),
    );
}

function tokenCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('token'))
    .description('Issue another token to a person and show it once.')
    .argument('<person>', 'name or id')
    .option('--json', 'print the result as JSON', false)
    .action((person, options) =>
      asMember(terminal, options, async (perform) => {
        const issued = await perform('members.issue_token', { person });
        printToken(terminal, `Token for ${person}`, issued, options.json);
      }),
    );
}

function revokeTokenCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('revoke-token'))
    .description('Revoke a token immediately.')
    .argument('<beginning>', 'the first characters of the token, as rf members list shows them')
    .action((beginning: string, options) =>
      asMember(terminal, options, async (perform) => {
        await perform('members.revoke_token', { prefix: withoutDots(beginning) });
        terminal.out(`${beginning} revoked`);
      }),
    );
}

const HELP = `
Roles:
  contract_admin  accepts the terms, adds people, creates keys
  developer       creates, rotates and revokes keys
  viewer          can only read
A workspace always has a contract_admin: the last one cannot be removed. Have two, in case one loses their token.`;
