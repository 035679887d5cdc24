import os from 'node:os';
import { acceptTerms, currentTerms, listAcceptances, TERMS_KINDS } from '@rf-indicators/core/accounts/terms';
import type { TermsKind } from '@rf-indicators/core/store/schema';
import { Command, Option } from 'commander';
import { instantToTheSecond } from '../instants.ts';
import { actAsMember, lookAtWorkspace, withMemberToken, withWorkspace } from '../store-session.ts';
import { tellTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function termsCommand(terminal: Terminal): Command {
  return new Command('terms')
    .description('The terms of use: read them, accept them, see who did.')
    .addHelpText('after', HELP)
    .addCommand(showCommand(terminal))
    .addCommand(acceptCommand(terminal))
    .addCommand(listCommand(terminal));
}

function kindOption(): Option {
  return new Option('--kind <kind>', 'which terms').choices(TERMS_KINDS).makeOptionMandatory();
}

function showCommand(terminal: Terminal): Command {
  return new Command('show')
    .description('Show the current text with its version and digest.')
    .addOption(kindOption())
    .option('--json', 'print as JSON', false)
    .action(({ kind, json }: { kind: TermsKind; json: boolean }) => {
      const { version, digest, text } = currentTerms(kind);
      if (json) return terminal.out(JSON.stringify({ kind, version, digest, text }, null, 2));
      terminal.out(text);
      terminal.out(`Version   ${version}`);
      return terminal.out(`Digest    ${digest}`);
    });
}

function acceptCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('accept'))
    .description('Accept the current text for your workspace, as its Contract Admin and in person.')
    .addOption(kindOption())
    .option('--accept-digest <digest>', 'the digest of the text that you read and accept, as show prints it')
    .addHelpText('after', ACCEPT_HELP)
    .action((options: { kind: TermsKind; acceptDigest?: string; token?: string }) =>
      actAsMember(terminal, options, async (context, member) => {
        const { kind, version, digest } = currentTerms(options.kind);
        const what = `the ${kind} terms, version ${version}, digest ${digest}`;
        if (!options.acceptDigest) {
          throw new UsageError(
            `This accepts ${what}. Read them first (rf terms show --kind ${kind}), then accept what you read: ` +
              `rf terms accept --kind ${kind} --accept-digest DIGEST`,
          );
        }
        const from = `cli on ${os.hostname()}`;
        const accepted = await acceptTerms(context, member, kind, options.acceptDigest.trim(), from);
        const { name } = member.workspace;
        if (accepted) terminal.out(`${member.name} accepted ${what}, for ${name}`);
        else terminal.out(`Nothing to do: ${name} has accepted ${what} before`);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List who accepted which text, when and from where.')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async ({ store }, workspace) => {
        const acceptances = await listAcceptances(store.db, workspace.id);
        if (options.json) return terminal.out(JSON.stringify(acceptances, null, 2));
        const rows = acceptances.map((acceptance) => [
          acceptance.kind,
          acceptance.version,
          acceptance.current ? 'current' : 'older text',
          acceptance.accepted_by_name,
          instantToTheSecond(acceptance.accepted_at),
          acceptance.accepted_from,
          acceptance.digest,
        ]);
        return tellTable(terminal, ['KIND', 'VERSION', '', 'ACCEPTED BY', 'AT', 'FROM', 'DIGEST'], rows);
      }),
    );
}

const HELP = `
Terms:
  api    before any key is made
  agent  before a key with the agent scope is made, besides the api terms`;

const ACCEPT_HELP = `
Nobody accepts for you: it takes the token of a contract_admin. The digest says which text you had before you; if the
text has changed since you read it, the digest is another one and nothing is accepted. Who accepted, when, from which
machine and which text is kept on record.`;
