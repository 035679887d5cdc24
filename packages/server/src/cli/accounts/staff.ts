// rf staff: the staff of the desk, their roles and tokens.

import type { AnswerOf, StaffRole } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asStaff, locally, withToken } from '../act-session.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { printToken, withoutDots } from './tokens.ts';

export function staffCommand(terminal: Terminal): Command {
  return new Command('staff')
    .description('Manage the staff, their roles and tokens. Only an operator can change them.')
    .addHelpText('after', HELP)
    .addCommand(addCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(tokenCommand(terminal))
    .addCommand(revokeCommand(terminal))
    .addCommand(rolesCommand(terminal))
    .addCommand(retireCommand(terminal));
}

function addCommand(terminal: Terminal): Command {
  return withToken(new Command('add'))
    .description('Add a person and show their token once.')
    .argument('<name>', 'the name of the person; unique among the staff')
    .requiredOption('--roles <roles>', 'one or more, separated by commas')
    .option('--json', 'print the result as JSON', false)
    .action((name, options) =>
      asStaff(terminal, options, async (perform) => {
        const issued = await perform('staff.add', { name, roles: readRoles(options.roles) });
        printToken(terminal, `${name} added`, issued, options.json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the staff with their roles and the first characters of their active tokens.')
    .option('--all', 'also people who are retired', false)
    .option('--json', 'print the list as JSON', false)
    .action(({ all, json }) =>
      locally(terminal, async (perform) => {
        const { data } = await perform('staff.list', { all });
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        return printTable(terminal, ['NAME', 'ROLES', 'TOKENS', '', 'ID'], data.map(rowOf));
      }),
    );
}

function rowOf({ id, name, roles, tokens, retired_at }: AnswerOf<'staff.list'>['data'][number]): string[] {
  const active = tokens.flatMap(({ prefix, revoked_at }) => (revoked_at === null ? [`${prefix}…`] : []));
  return [name, roles.join(','), active.join(' '), retired_at === null ? '' : 'retired', id];
}

function tokenCommand(terminal: Terminal): Command {
  return withToken(new Command('token'))
    .description('Issue another token to a person and show it once.')
    .argument('<person>', 'name or id')
    .option('--json', 'print the result as JSON', false)
    .action((person, options) =>
      asStaff(terminal, options, async (perform) => {
        const issued = await perform('staff.issue_token', { person });
        printToken(terminal, `Token for ${person}`, issued, options.json);
      }),
    );
}

function revokeCommand(terminal: Terminal): Command {
  return withToken(new Command('revoke'))
    .description('Revoke a token immediately.')
    .argument('<beginning>', 'the first characters of the token, as rf staff list shows them')
    .action((beginning: string, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('staff.revoke_token', { prefix: withoutDots(beginning) });
        terminal.out(`${beginning} revoked`);
      }),
    );
}

function rolesCommand(terminal: Terminal): Command {
  return withToken(new Command('roles'))
    .description("Replace a person's roles.")
    .argument('<person>', 'name or id')
    .argument('<roles>', 'one or more, separated by commas')
    .action((person, roles, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('staff.set_roles', { person, roles: readRoles(roles) });
        terminal.out(`${person} has the roles ${roles}`);
      }),
    );
}

function retireCommand(terminal: Terminal): Command {
  return withToken(new Command('retire'))
    .description('Retire a person: all their tokens are revoked, and their work stays on record.')
    .argument('<person>', 'name or id')
    .action((person, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('staff.retire', { person });
        terminal.out(`${person} retired`);
      }),
    );
}

/** Unknown roles are refused by the act. */
function readRoles(text: string): StaffRole[] {
  return text.split(',').map((role) => role.trim()) as StaffRole[];
}

const HELP = `
Roles:
  analyst             records providers, proposes inputs, computes draft runs
  reviewer            approves or rejects the proposals of others
  chief_risk_officer  signs frameworks
  operator            computes and publishes runs, manages staff and workspaces`;
