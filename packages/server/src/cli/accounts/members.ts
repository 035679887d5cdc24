import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { issueMemberToken, revokeMemberToken } from '@rf-indicators/core/accounts/member-tokens';
import { addMember, MEMBER_ROLES, removeMember } from '@rf-indicators/core/accounts/members';
import type { IssuedToken } from '@rf-indicators/core/accounts/staff';
import { Command } from 'commander';
import { actAsMember, lookAtWorkspace, withMemberToken, withWorkspace } from '../store-session.ts';
import { tellTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export function membersCommand(terminal: Terminal): Command {
  return new Command('members')
    .description('People of a workspace and their tokens. Only its Contract Admin changes them.')
    .addHelpText('after', HELP)
    .addCommand(addCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(removeCommand(terminal))
    .addCommand(tokenCommand(terminal))
    .addCommand(revokeTokenCommand(terminal));
}

function addCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('add'))
    .description('Add a person to your workspace and show their token, once.')
    .argument('<name>', 'what they are called; no two people of a workspace have the same name')
    .requiredOption('--role <role>', MEMBER_ROLES.join(', '))
    .option('--json', 'print the result as JSON', false)
    .action((name, options) =>
      actAsMember(terminal, options, async (context, member) => {
        const issued = await addMember(context, member, { name, role: options.role });
        tellToken(terminal, `${name} added`, issued, options.json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List the people of a workspace with the beginnings of tokens in force.')
    .option('--all', 'removed people too', false)
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async ({ store }, { id: workspaceId }) => {
        const everyone = await listMembers(store.db, workspaceId);
        const members = everyone.filter(({ removed_at }) => options.all || removed_at === null);
        if (options.json) return terminal.out(JSON.stringify(members, null, 2));
        const rows = members.map(({ id, name, role, tokens, removed_at }) => [
          name,
          role,
          tokens.flatMap(({ prefix, revoked_at }) => (revoked_at === null ? [`${prefix}…`] : [])).join(' '),
          removed_at === null ? '' : 'removed',
          id,
        ]);
        return tellTable(terminal, ['NAME', 'ROLE', 'TOKENS', '', 'ID'], rows);
      }),
    );
}

function removeCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('remove'))
    .description('Remove a person: all their tokens end at once, what they did stays theirs.')
    .argument('<person>', 'name or id')
    .action((person, options) =>
      actAsMember(terminal, options, async (context, member) => {
        await removeMember(context, member, person);
        terminal.out(`${person} removed`);
      }),
    );
}

function tokenCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('token'))
    .description('Issue another token to a person and show it, once.')
    .argument('<person>', 'name or id')
    .option('--json', 'print the result as JSON', false)
    .action((person, options) =>
      actAsMember(terminal, options, async (context, member) => {
        const issued = await issueMemberToken(context, member, person);
        tellToken(terminal, `Token for ${person}`, issued, options.json);
      }),
    );
}

function revokeTokenCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('revoke-token'))
    .description('Revoke a token, at once.')
    .argument('<beginning>', 'the beginning of the token, as rf members list shows it')
    .action((beginning: string, options) =>
      actAsMember(terminal, options, async (context, member) => {
        await revokeMemberToken(context, member, beginning.replace(/…$/, ''));
        terminal.out(`${beginning} revoked`);
      }),
    );
}

function tellToken(terminal: Terminal, what: string, issued: IssuedToken, json: boolean): void {
  const lines = json
    ? [JSON.stringify(issued, null, 2)]
    : [
        `${what} (${issued.id})`,
        `  ${issued.token}`,
        'Only its hash is kept: store it now. It is given in RF_TOKEN or with --token.',
      ];
  for (const line of lines) terminal.out(line);
}

const HELP = `
Roles:
  contract_admin  accepts the terms, lets people in, makes keys
  developer       makes, rotates and revokes keys
  viewer          looks
There is always a contract_admin: the last one cannot be removed. Have two, in case one loses their token.`;
