// rf staff: invitations, roles and tokens of the staff, and the founding of a store.

import type { AnswerOf, StaffRole } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asNobody, asStaff, readDesk, withToken } from '../act-session.ts';
import { requireYes, withYes } from '../confirmation.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { printRequested } from './requested.ts';
import { printToken, withoutDots } from './tokens.ts';

export function staffCommand(terminal: Terminal): Command {
  return new Command('staff')
    .addHelpText('after', HELP)
    .addCommand(inviteCommand(terminal))
    .addCommand(inviteAgainCommand(terminal))
    .addCommand(withdrawInvitationCommand(terminal))
    .addCommand(claimCommand(terminal))
    .addCommand(confirmCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(revokeCommand(terminal))
    .addCommand(rolesCommand(terminal))
    .addCommand(retireCommand(terminal))
    .addCommand(eraseCommand(terminal))
    .addCommand(foundingCommand(terminal));
}

function inviteCommand(terminal: Terminal): Command {
  return withToken(new Command('invite'))
    .description('Invite a person and show the invitation code once. Only that person may use it.')
    .argument('<name>', 'the name of the person; unique among the staff')
    .requiredOption('--roles <roles>', 'one or more, separated by commas')
    .option('--json', 'print the result as JSON', false)
    .action((name, options) =>
      asStaff(terminal, options, async (perform) => {
        const invitation = await perform('staff.invite', { name, roles: readRoles(options.roles) });
        printInvitation(terminal, name, invitation, options.json);
      }),
    );
}

function inviteAgainCommand(terminal: Terminal): Command {
  return withToken(new Command('invite-again'))
    .description('Invite a person on the staff again, for a lost token or an expired invitation.')
    .argument('<person>', 'name or id')
    .option('--json', 'print the result as JSON', false)
    .action((person, options) =>
      asStaff(terminal, options, async (perform) => {
        printInvitation(terminal, person, await perform('staff.invite_again', { person }), options.json);
      }),
    );
}

function printInvitation(
  terminal: Terminal,
  name: string,
  invitation: AnswerOf<'staff.invite'>,
  json: boolean,
): void {
  const lines = json
    ? [JSON.stringify(invitation, null, 2)]
    : [
        `${name} is invited until ${new Date(invitation.expires_at).toISOString().slice(0, 10)}.`,
        `  ${invitation.code}`,
        `Give the code to ${name} only. They run: rf staff claim CODE`,
      ];
  for (const line of lines) terminal.out(line);
}

function withdrawInvitationCommand(terminal: Terminal): Command {
  return withToken(new Command('withdraw-invitation'))
    .description('Withdraw an invitation that is not claimed, or whose claim is not confirmed.')
    .argument('<person>', 'name or id')
    .action((person, options) =>
      asStaff(terminal, options, async (perform) => {
        await perform('staff.withdraw_invitation', { person });
        terminal.out(`The invitation of ${person} is withdrawn.`);
      }),
    );
}

function claimCommand(terminal: Terminal): Command {
  return new Command('claim')
    .description('Claim your invitation and show your token once.')
    .argument('<code>', 'the invitation code')
    .option('--json', 'print the result as JSON', false)
    .action((code: string, { json }) =>
      asNobody(terminal, async (perform) => {
        const { check, active, name, ...issued } = await perform('staff.claim', { code: code.trim() });
        if (json) return terminal.out(JSON.stringify({ ...issued, name, check, active }, null, 2));
        printToken(terminal, `Token of ${name}`, issued, false);
        if (active) return terminal.out('The token works now.');
        terminal.out(`Check number: ${check}`);
        return terminal.out(
          'The token works once a second person has confirmed it. Tell them the check number in person or by ' +
            `telephone; they run: rf staff confirm "${name}" --check ${check}`,
        );
      }),
    );
}

function confirmCommand(terminal: Terminal): Command {
  return withToken(new Command('confirm'))
    .description('Confirm that a person claimed their invitation, as somebody who did not invite them.')
    .argument('<person>', 'name or id')
    .requiredOption('--check <number>', 'the check number that the person told you')
    .action((person, { check, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        await perform('staff.confirm', { person, check });
        terminal.out(`${person} is confirmed; their token works now.`);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the staff, and say whether the store is being founded.')
    .option('--all', 'also people who are retired', false)
    .option('--json', 'print the list as JSON', false)
    .action(({ all, json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await listPages(perform, 'staff.list', { all });
        const { founding } = await perform('staff.list', { limit: 1 });
        if (json) return terminal.out(JSON.stringify({ data, founding }, null, 2));
        printTable(terminal, ['NAME', 'ROLES', 'TOKENS', 'STATUS', 'ID'], data.map(rowOf));
        const nameOf = new Map(data.map(({ id, name }) => [id, name]));
        return terminal.out(foundingText(founding, nameOf.get(founding.set_by) ?? founding.set_by));
      }),
    );
}

type ListedStaff = AnswerOf<'staff.list'>;

function rowOf(person: ListedStaff['data'][number]): string[] {
  const { id, name, roles, tokens } = person;
  const active = tokens.flatMap(({ prefix, revoked_at, confirmed_at }) =>
    revoked_at === null && confirmed_at !== null ? [`${prefix}…`] : [],
  );
  return [name, roles.join(','), active.join(' '), statusText(person), id];
}

function statusText({ status, invitation, able }: ListedStaff['data'][number]): string {
  if (status === 'retired') return 'retired';
  if (invitation !== null) return invitation.claimed_at === null ? 'invited' : 'waits to be confirmed';
  return able ? 'active' : 'active, cannot approve';
}

export function foundingText(
  { state, since, effective_at, reason }: ListedStaff['founding'],
  by: string,
): string {
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  if (state === 'in_force') {
    return `Two people: required since ${day(since)} (${reason})`;
  }
  if (state === 'founding') {
    return `This store is being founded since ${day(since)}, by ${by} (${reason}): one person can enrol others alone.`;
  }
  return (
    `${by} gave notice on ${day(since)}: the store can return to its founding from ${day(effective_at!)} (${reason}). ` +
    'Anyone on the staff can stop this: rf staff founding stop'
  );
}

function rotateCommand(terminal: Terminal): Command {
  return withToken(new Command('rotate'))
    .description('Replace your own token; the old one stops working at once.')
    .argument('<beginning>', 'the first characters of the token, as rf staff list shows them')
    .option('--json', 'print the result as JSON', false)
    .action((beginning: string, options) =>
      asStaff(terminal, options, async (perform) => {
        const issued = await perform('staff.rotate_token', { prefix: withoutDots(beginning) });
        printToken(terminal, 'New token', issued, options.json);
      }),
    );
}

function revokeCommand(terminal: Terminal): Command {
  return withToken(new Command('revoke'))
    .description("Revoke a token: your own at once, a colleague's with a second person.")
    .argument('<beginning>', 'the first characters of the token, as rf staff list shows them')
    .action((beginning: string, options) =>
      asStaff(terminal, options, async (perform) => {
        const answer = await perform('staff.revoke_token', { prefix: withoutDots(beginning) });
        printRequested(terminal, answer, `${beginning} revoked`);
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
        const answer = await perform('staff.set_roles', { person, roles: readRoles(roles) });
        printRequested(terminal, answer, `${person} has the roles ${roles}`);
      }),
    );
}

function retireCommand(terminal: Terminal): Command {
  return withToken(new Command('retire'))
    .description('Retire a person: all their tokens are revoked, and their work stays on record.')
    .argument('<person>', 'name or id')
    .action((person, options) =>
      asStaff(terminal, options, async (perform) => {
        printRequested(terminal, await perform('staff.retire', { person }), `${person} retired`);
      }),
    );
}

function eraseCommand(terminal: Terminal): Command {
  return withYes(withToken(new Command('erase')))
    .description('Erase the name of a person who left the staff. Records of what they did keep their id.')
    .argument('<person>', 'name or id')
    .action((person, { yes, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        requireYes(yes, `This erases the name of ${person} from the staff and from all records about them.`);
        const { erased_as, ...answer } = await perform('staff.erase', { person });
        printRequested(terminal, answer, `The name is erased. Lists and records now show "${erased_as}".`);
        terminal.out(WHAT_STAYS);
      }),
    );
}

const WHAT_STAYS =
  'What stays: their id in the records of what they did, names that somebody wrote into reasons, notes or minutes, the ' +
  'sign-offs of published frameworks, and backups that were made before.';

function foundingCommand(terminal: Terminal): Command {
  const back = withToken(new Command('return'))
    .description(
      'Give notice that a store with fewer than two people who can act returns to its founding. After 7 days, run ' +
        'the command again to return.',
    )
    .requiredOption('--reason <text>', 'reason, for the record')
    .action(({ reason, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const { state, effective_at } = await perform('founding.return', { reason });
        if (state === 'founding')
          terminal.out('The store is being founded again: you can enrol people alone.');
        else {
          const from = new Date(effective_at!).toISOString();
          terminal.out(`Notice is given. Unless somebody stops it, run this command again from ${from}.`);
        }
      }),
    );
  const stop = withToken(new Command('stop'))
    .description('Stop a notice that the store returns to its founding.')
    .option('--reason <text>', 'reason, for the record')
    .action(({ reason, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        await perform('founding.stop', { reason });
        terminal.out('The notice is stopped; the rule of two people stays in force.');
      }),
    );
  return new Command('founding')
    .description('Return to the founding of a store that has lost its people, or stop that.')
    .addCommand(back)
    .addCommand(stop);
}

/** Unknown roles are refused by the act. */
function readRoles(text: string): StaffRole[] {
  return text.split(',').map((role) => role.trim()) as StaffRole[];
}

const HELP = `
Roles:
  analyst             records providers, proposes inputs, computes draft runs
  reviewer            approves or rejects the proposals of others, approves drafts and requests
  chief_risk_officer  signs frameworks, invites people, approves requests
  operator            computes and publishes runs, invites people, manages workspaces

While a store is being founded, until its first framework is active, the first operator enrols people alone. After
that, an invitation must be confirmed by somebody who did not send it, and other changes are requests that a second
person approves: rf approvals list`;
