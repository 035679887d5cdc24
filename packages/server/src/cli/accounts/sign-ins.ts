// rf sign-ins: invitations of staff and of first Contract Admins to sign in with an email address.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { printRequested } from './requested.ts';

export function signInsCommand(terminal: Terminal): Command {
  return new Command('sign-ins')
    .addHelpText('after', HELP)
    .addCommand(listCommand(terminal))
    .addCommand(inviteStaffCommand(terminal))
    .addCommand(inviteAdminCommand(terminal))
    .addCommand(showLinkCommand(terminal))
    .addCommand(confirmCommand(terminal))
    .addCommand(recoverCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the invitations that are not claimed or not confirmed yet.')
    .option('--json', 'print the list as JSON', false)
    .action(({ json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await listPages(perform, 'sign_ins.list', {});
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        if (data.length === 0) return terminal.out('no invitations');
        return printTable(terminal, ['NAME', 'OF', 'EMAIL', 'STATE', 'EXPIRES', 'ID'], data.map(rowOf));
      }),
    );
}

type Listed = AnswerOf<'sign_ins.list'>['data'][number];

function rowOf({ id, kind, name, workspace, email, claimed_at, shown_to, expires_at }: Listed): string[] {
  const state = [
    claimed_at === null ? 'not claimed' : 'waits to be confirmed',
    ...(kind === 'recovery' ? ['recovery'] : []),
    ...(shown_to === null ? [] : ['link shown']),
  ];
  return [name, workspace ?? 'staff', email, state.join(', '), instantToTheSecond(expires_at), id];
}

function inviteStaffCommand(terminal: Terminal): Command {
  return withToken(new Command('invite-staff'))
    .description('Invite a member of staff to sign in with an email address.')
    .argument('<person>', 'name or id')
    .requiredOption('--email <address>', 'email address of the person; the link is for it alone')
    .option('--json', 'print the result as JSON', false)
    .action((person, { email, json, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const invited = await perform('sign_ins.invite_staff', { person, email });
        printInvited(terminal, person, email, invited, json);
      }),
    );
}

function inviteAdminCommand(terminal: Terminal): Command {
  return withToken(new Command('invite-admin'))
    .description('Invite the first Contract Admin of a workspace that nobody has claimed yet.')
    .argument('<workspace>', 'name or id')
    .requiredOption('--name <name>', 'name of the person')
    .requiredOption('--email <address>', 'email address of the person; the link is for it alone')
    .option('--json', 'print the result as JSON', false)
    .action((workspace, { name, email, json, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const invited = await perform('sign_ins.invite_admin', { workspace, name, email });
        printInvited(terminal, name, email, invited, json);
      }),
    );
}

function showLinkCommand(terminal: Terminal): Command {
  return withToken(new Command('show-link'))
    .description('Show the link of an invitation, where no mail is sent. You cannot confirm its claim then.')
    .argument('<invitation>', 'id of the invitation, as rf sign-ins list shows it')
    .option('--json', 'print the result as JSON', false)
    .action((invitation, { json, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const shown = await perform('sign_ins.show_link', { invitation });
        if (json) return terminal.out(JSON.stringify(shown, null, 2));
        terminal.out(shown.link);
        return terminal.out(
          `Pass it on to the person with the address ${shown.email} only. It works once, until ${instantToTheSecond(shown.expires_at)}.`,
        );
      }),
    );
}

function confirmCommand(terminal: Terminal): Command {
  return withToken(new Command('confirm'))
    .description(
      'Confirm that the right person claimed an invitation, as somebody who neither sent it nor saw the link.',
    )
    .argument('<invitation>', 'id of the invitation, as rf sign-ins list shows it')
    .requiredOption('--check <number>', 'the check number that the person told you')
    .action((invitation, { check, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        await perform('sign_ins.confirm', { invitation, check });
        terminal.out('Confirmed; the person can sign in now.');
      }),
    );
}

function recoverCommand(terminal: Terminal): Command {
  return withToken(new Command('recover'))
    .description('Let a member back in who lost every way to sign in, such as the only Contract Admin.')
    .argument('<workspace>', 'name or id')
    .argument('<person>', 'name or id of the member')
    .requiredOption('--email <address>', 'email address of the person; the link is for it alone')
    .action((workspace, person, { email, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const answer = await perform('sign_ins.recover', { workspace, person, email });
        printRequested(terminal, answer, `${person} is invited at ${email}.`);
      }),
    );
}

export function printInvited(
  terminal: Terminal,
  name: string,
  email: string,
  invited: AnswerOf<'members.invite'>,
  json: boolean,
): void {
  if (json) {
    terminal.out(JSON.stringify(invited, null, 2));
    return;
  }
  const { invitation, mailed, expires_at } = invited;
  terminal.out(`${name} is invited at ${email} until ${instantToTheSecond(expires_at)} (${invitation})`);
  terminal.out(
    mailed
      ? 'The link was mailed. The person claims it and is shown a check number, which they tell whoever confirms.'
      : `The link was not mailed. An operator can have it shown: rf sign-ins show-link ${invitation}`,
  );
}

const HELP = `
A person opens the link, chooses how to sign in, and is shown a check number. Nothing is active until a second person has
heard that number from them and confirms it: rf sign-ins confirm. Members are invited and confirmed by their Contract
Admin: rf members invite, rf members confirm.`;
