// rf terms: shows and accepts the terms of use.

import { TERMS_KINDS } from '@rf-indicators/contract/acts';
import { Command, Option } from 'commander';
import { asMember, asNobody, lookAtWorkspace, withMemberToken, withWorkspace } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import { type Terminal, UsageError } from '../terminal.ts';

type Kind = (typeof TERMS_KINDS)[number];

export function termsCommand(terminal: Terminal): Command {
  return new Command('terms')
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
    .action(({ kind, json }: { kind: Kind; json: boolean }) =>
      asNobody(terminal, async (perform) => {
        const terms = await perform('terms.show', { kind });
        if (json) return terminal.out(JSON.stringify(terms, null, 2));
        terminal.out(terms.text);
        terminal.out(`Version   ${terms.version}`);
        return terminal.out(`Digest    ${terms.digest}`);
      }),
    );
}

function acceptCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('accept'))
    .description('Accept the current text for your workspace, in person, as its Contract Admin.')
    .addOption(kindOption())
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

function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List who accepted which text, when and from where.')
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { data } = await listPages(perform, 'terms.list', { workspace: options.workspace });
        if (options.json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map((acceptance) => [
          acceptance.kind,
          acceptance.version,
          acceptance.current ? 'current' : 'older text',
          acceptance.accepted_by_name,
          instantToTheSecond(acceptance.accepted_at),
          acceptance.accepted_from,
          acceptance.digest,
        ]);
        return printTable(terminal, ['KIND', 'VERSION', '', 'ACCEPTED BY', 'AT', 'FROM', 'DIGEST'], rows);
      }),
    );
}

const HELP = `
Terms:
  api    must be accepted before any key is created
  agent  must be accepted as well before a key with the agent scope is created`;

const ACCEPT_HELP = `
This requires the token of a contract_admin; nobody else can accept for you. The digest identifies the text that you
read: if the text has changed since, the digest does not match and nothing is accepted. The service records who
accepted which text, when and from which machine.`;
