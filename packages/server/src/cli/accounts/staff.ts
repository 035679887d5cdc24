import {
  createStaff,
  type IssuedToken,
  issueToken,
  listStaff,
  retireStaff,
  revokeToken,
  setRoles,
} from '@rf-indicators/core/accounts/staff';
import type { StaffRole } from '@rf-indicators/core/store/schema';
import { Command } from 'commander';
import { actAs, withContext, withToken } from '../store-session.ts';
import { tellTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export function staffCommand(terminal: Terminal): Command {
  return new Command('staff')
    .description('People of the desk, their roles and tokens. Only an operator changes them.')
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
    .description('Add a person and show their token, once.')
    .argument('<name>', 'how they are called; no two people have the same name')
    .requiredOption('--roles <roles>', 'one or more, separated by commas')
    .option('--json', 'print the result as JSON', false)
    .action((name, options) =>
      actAs(terminal, options, async (context, actor) => {
        const issued = await createStaff(context, actor, { name, roles: readRoles(options.roles) });
        tellToken(terminal, `${name} added`, issued, options.json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the staff with roles and the beginnings of tokens in force.')
    .option('--all', 'retired people too', false)
    .option('--json', 'print the list as JSON', false)
    .action(({ all, json }) =>
      withContext(terminal, async ({ store }) => {
        const staff = (await listStaff(store.db)).filter(({ retired_at }) => all || retired_at === null);
        if (json) return terminal.out(JSON.stringify(staff, null, 2));
        const rows = staff.map(({ id, name, roles, tokens, retired_at }) => [
          name,
          roles.join(','),
          tokens.flatMap(({ prefix, revoked_at }) => (revoked_at === null ? [`${prefix}…`] : [])).join(' '),
          retired_at === null ? '' : 'retired',
          id,
        ]);
        return tellTable(terminal, ['NAME', 'ROLES', 'TOKENS', '', 'ID'], rows);
      }),
    );
}

function tokenCommand(terminal: Terminal): Command {
  return withToken(new Command('token'))
    .description('Issue another token to a person and show it, once.')
    .argument('<person>', 'name or id')
    .option('--json', 'print the result as JSON', false)
    .action((person, options) =>
      actAs(terminal, options, async (context, actor) => {
        tellToken(terminal, `Token for ${person}`, await issueToken(context, actor, person), options.json);
      }),
    );
}

function revokeCommand(terminal: Terminal): Command {
  return withToken(new Command('revoke'))
    .description('Revoke a token, at once.')
    .argument('<beginning>', 'the beginning of the token, as rf staff list shows it')
    .action((beginning: string, options) =>
      actAs(terminal, options, async (context, actor) => {
        await revokeToken(context, actor, beginning.replace(/…$/, ''));
        terminal.out(`${beginning} revoked`);
      }),
    );
}

function rolesCommand(terminal: Terminal): Command {
  return withToken(new Command('roles'))
    .description("Set a person's roles; the ones they had are replaced.")
    .argument('<person>', 'name or id')
    .argument('<roles>', 'one or more, separated by commas')
    .action((person, roles, options) =>
      actAs(terminal, options, async (context, actor) => {
        await setRoles(context, actor, person, readRoles(roles));
        terminal.out(`${person} has the roles ${roles}`);
      }),
    );
}

function retireCommand(terminal: Terminal): Command {
  return withToken(new Command('retire'))
    .description('Retire a person: all their tokens end, what they did stays theirs.')
    .argument('<person>', 'name or id')
    .action((person, options) =>
      actAs(terminal, options, async (context, actor) => {
        await retireStaff(context, actor, person);
        terminal.out(`${person} retired`);
      }),
    );
}

/** Unknown ones are refused where roles are known. */
function readRoles(text: string): StaffRole[] {
  return text.split(',').map((role) => role.trim()) as StaffRole[];
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
  analyst             records providers and proposes inputs
  reviewer            approves or rejects what others proposed
  chief_risk_officer  signs methodologies
  operator            runs, publishes, manages staff`;
