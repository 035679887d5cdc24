// rf login and rf logout: keep a token for a server in the configuration folder of the user, and forget it again.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { Command, Option } from 'commander';
import { listPages } from '../pages.ts';
import { isStaffToken, type Perform, type TokenKind } from '../perform.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { memberOf, remoteActs } from './acts.ts';
import { forgetTokens, keepToken } from './credentials.ts';
import { type Server, serverOf } from './server.ts';

const KINDS = ['member', 'staff'] as const;

export function loginCommand(terminal: Terminal): Command {
  return new Command('login')
    .option(
      '--token <token>',
      'your member or staff token; asked for, or read from standard input, if absent',
    )
    .addHelpText('after', HELP)
    .action(async ({ token }: { token?: string }) => {
      const server = requireServer(terminal, 'login');
      const given = (token ?? (await terminal.readSecret('Token: '))).trim();
      const kind = kindOf(given);
      const who = await holderOf(terminal, server, given, kind);
      const file = keepToken(terminal, server, kind, given);
      terminal.out(`Signed in to ${server.href} as ${who}.`);
      terminal.out(`The token is kept in ${file}. With RF_URL=${server.href}, commands use it.`);
      if (terminal.env.RF_TOKEN)
        terminal.err('Warning: RF_TOKEN is set, and is used instead of a kept token.');
    });
}

export function logoutCommand(terminal: Terminal): Command {
  return new Command('logout')
    .addOption(new Option('--kind <kind>', 'only the token of this kind').choices(KINDS))
    .action(({ kind }: { kind?: TokenKind }) => {
      const server = requireServer(terminal, 'logout');
      const forgotten = forgetTokens(terminal, server, kind === undefined ? KINDS : [kind]);
      if (forgotten.length === 0)
        terminal.out(`No ${kind === undefined ? '' : `${kind} `}token is kept for ${server.href}.`);
      else
        terminal.out(`Forgotten for ${server.href}: ${forgotten.map((one) => `${one} token`).join(', ')}.`);
    });
}

function requireServer(terminal: Terminal, command: string): Server {
  const server = serverOf(terminal);
  if (server !== null) return server;
  throw new UsageError(
    `Say which server: rf ${command} --url https://indicators.example, or set RF_URL. On the machine of the service, ` +
      'rf needs none: it opens the store.',
  );
}

function kindOf(token: string): TokenKind {
  if (isStaffToken(token)) return 'staff';
  if (token.startsWith('rf_member_')) return 'member';
  throw new UsageError(
    token === ''
      ? 'No token was given.'
      : 'This is not a token. Tokens begin with rf_member_ or rf_staff_; API keys, which begin with rf_live_, are for programs.',
  );
}

/** Throws a refusal if the token is not valid. */
function holderOf(terminal: Terminal, server: Server, token: string, kind: TokenKind): Promise<string> {
  const place = remoteActs(terminal, server);
  if (kind === 'staff')
    return place.asStaff(
      () => token,
      (perform) => staffOf(perform, token),
    );
  return place.asMember(
    () => token,
    async (perform) => {
      const { name, role, workspace } = await memberOf(perform, token);
      return `${name}, ${role} of ${workspace.name}`;
    },
  );
}

async function staffOf(perform: Perform, token: string): Promise<string> {
  const { data } = await listPages(perform, 'staff.list', {});
  const person = data.find(({ tokens }) => tokens.some(({ prefix }) => token.startsWith(prefix)));
  if (person === undefined) throw new Refusal('invalid_token', 'This token belongs to nobody on the staff.');
  return `${person.name}, ${person.roles.join(', ')}`;
}

const HELP = `
Both a member token and a staff token can be kept for a server. RF_TOKEN and --token come before them. Only you can read
the file: rf/credentials.json in XDG_CONFIG_HOME or ~/.config.

  rf login --url https://indicators.example
  export RF_URL=https://indicators.example
  rf keys list`;
