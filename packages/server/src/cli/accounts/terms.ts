// rf terms accept: shows which text is accepted before it is.

import { TERMS_KINDS } from '@rf-indicators/contract/acts';
import { Command, Option } from 'commander';
import { asMember, withMemberToken } from '../act-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

type Kind = (typeof TERMS_KINDS)[number];

export function termsCommands(terminal: Terminal): Command[] {
  return [acceptCommand(terminal)];
}

function acceptCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('accept'))
    .description('Accept the current text for your workspace, in person, as its Contract Admin.')
    .addOption(new Option('--kind <kind>', 'which terms').choices(TERMS_KINDS).makeOptionMandatory())
    .option('--accept-digest <digest>', 'the digest of the text that you read and accept, as show prints it')
    .addHelpText('after', ACCEPT_HELP)
    .action(({ kind, acceptDigest, token }: { kind: Kind; acceptDigest?: string; token?: string }) =>
      asMember(terminal, { token }, async (perform, self) => {
        const { version, digest } = await perform('terms.show', { kind });
        const what = `the ${kind} terms, version ${version}, digest ${digest}`;
        if (!acceptDigest) {
          throw new UsageError(
            `This accepts ${what}. Read them first (rf terms show --kind ${kind}), then accept the text that ` +
              `you read: rf terms accept --kind ${kind} --accept-digest DIGEST`,
          );
        }
        const { accepted } = await perform('terms.accept', { kind, digest: acceptDigest.trim() });
        const { name, workspace } = await self();
        if (accepted) terminal.out(`${name} accepted ${what}, for ${workspace.name}`);
        else terminal.out(`Nothing to do: ${workspace.name} has already accepted ${what}`);
      }),
    );
}

const ACCEPT_HELP = `
This requires the token of a contract_admin; nobody else can accept for you. The digest identifies the text that you
read: if the text has changed since, the digest does not match and nothing is accepted. The service records who
accepted which text, when and from which machine.`;
