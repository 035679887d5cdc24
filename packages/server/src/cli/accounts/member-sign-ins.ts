// rf members invite, invite-again and confirm: members who sign in with an email address.

import { MEMBER_ROLES } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asMember, withMemberToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';
import { printInvited } from './sign-ins.ts';

export function inviteCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('invite'))
    .description('Add a person who signs in with an email address, once you have confirmed their claim.')
    .argument('<name>', 'the name of the person; unique in the workspace')
    .requiredOption('--role <role>', MEMBER_ROLES.join(', '))
    .requiredOption('--email <address>', 'email address of the person; the link is for it alone')
    .option('--json', 'print the result as JSON', false)
    .action((name, { role, email, json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const invited = await perform('members.invite', { name, role, email });
        printInvited(terminal, name, email, invited, json);
      }),
    );
}

export function inviteAgainCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('invite-again'))
    .description('Send a member a new link: to sign in for the first time, or to replace lost credentials.')
    .argument('<person>', 'name or id')
    .requiredOption('--email <address>', 'email address of the person; the link is for it alone')
    .option('--json', 'print the result as JSON', false)
    .action((person, { email, json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const invited = await perform('members.invite_again', { person, email });
        printInvited(terminal, person, email, invited, json);
      }),
    );
}

export function confirmCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('confirm'))
    .description('Confirm that the right person claimed an invitation to your workspace.')
    .argument('<person>', 'name or id')
    .requiredOption('--check <number>', 'the check number that the person told you')
    .action((person, { check, token }) =>
      asMember(terminal, { token }, async (perform) => {
        await perform('members.confirm', { person, check });
        terminal.out(`${person} is confirmed and can sign in now.`);
      }),
    );
}
