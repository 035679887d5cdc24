// Acts on a server, over HTTP.

import { ACTS, type Act } from '@rf-indicators/contract/acts';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { listPages } from '../pages.ts';
import {
  type ActPlace,
  foundingWarnings,
  givenInput,
  isStaffToken,
  type Perform,
  type Self,
} from '../perform.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { callConsole } from './console-client.ts';
import { keptToken } from './credentials.ts';
import type { Server } from './server.ts';

export function remoteActs(terminal: Terminal, server: Server): ActPlace {
  const warnOnce = plainTextWarning(terminal, server);
  const performer =
    (token: () => string): Perform =>
    (name, input) => {
      const { who }: Act = ACTS[name];
      warnOnce();
      return callConsole(server, name, givenInput(input), who.anyone === undefined ? token() : null);
    };
  return {
    asStaff: async (token, work) => {
      const given = token();
      const perform = performer(() => given);
      for (const line of await foundingWarnings(perform)) terminal.err(`Warning: ${line}`);
      return work(perform);
    },
    asMember: (token, work) => {
      const given = token();
      const perform = performer(() => given);
      return work(perform, () => memberOf(perform, given));
    },
    asNobody: (work) => work(performer(() => tokenToRead(terminal, server))),
    reading: (work) => work(performer(() => tokenToRead(terminal, server))),
  };
}

/** A list of members shows the first characters of their tokens. */
export async function memberOf(perform: Perform, token: string): Promise<Self & { role: string }> {
  const { data, workspace } = await listPages(perform, 'members.list', {});
  const member = data.find(({ tokens }) => tokens.some(({ prefix }) => token.startsWith(prefix)));
  if (member === undefined) throw new Refusal('invalid_token', 'This token belongs to no member.');
  return { name: member.name, role: member.role, workspace };
}

function tokenToRead(terminal: Terminal, server: Server): string {
  const given = terminal.env.RF_TOKEN?.trim() ?? '';
  const token = isStaffToken(given) ? given : keptToken(terminal, server, 'staff');
  if (token !== null) return token;
  throw new UsageError(
    `Reading this from ${server.href} requires a staff token. Set RF_TOKEN, or keep one with ` +
      `rf login --url ${server.href}.${given === '' ? '' : ' RF_TOKEN holds a member token.'}`,
  );
}

function plainTextWarning(terminal: Terminal, { href, isEncrypted, isLoopback }: Server): () => void {
  let isDue = !isEncrypted && !isLoopback;
  return () => {
    if (isDue) terminal.err(`Warning: ${href} is not encrypted. Others on the way can read your token.`);
    isDue = false;
  };
}
