// How commands perform acts: as a member of staff, as a member of a workspace, or as nobody in particular. They are
// performed on the server at RF_URL or, without it, on the store of this machine.

import type { Command } from 'commander';
import { type ActPlace, isStaffToken, type Perform, type Self, type TokenKind } from './perform.ts';
import { keptToken } from './remote/credentials.ts';
import { serverOf } from './remote/server.ts';
import { type Terminal, UsageError } from './terminal.ts';

export type { Perform };

interface TokenOption {
  token?: string | undefined;
}

/** Performs acts in the name of the member of staff whose token it is. */
export async function asStaff<T>(
  terminal: Terminal,
  { token }: TokenOption,
  work: (perform: Perform) => Promise<T>,
): Promise<T> {
  return (await placeOf(terminal)).asStaff(() => givenToken(terminal, token, ['staff']), work);
}

/** Performs acts in the name of the member whose token it is. */
export async function asMember<T>(
  terminal: Terminal,
  { token }: TokenOption,
  work: (perform: Perform, self: () => Promise<Self>) => Promise<T>,
): Promise<T> {
  return (await placeOf(terminal)).asMember(() => givenToken(terminal, token, ['member']), work);
}

/** Performs acts that need no sign-in but something else, such as an invitation code. */
export async function asNobody<T>(terminal: Terminal, work: (perform: Perform) => Promise<T>): Promise<T> {
  return (await placeOf(terminal)).asNobody(work);
}

/** Reads what does not belong to a workspace: from a store without a token, from a server with that of a member of staff. */
export async function readDesk<T>(terminal: Terminal, work: (perform: Perform) => Promise<T>): Promise<T> {
  return (await placeOf(terminal)).reading(work);
}

/** Reads in the name of the member of staff whose token it is, or without one: lists then say what this person opened. */
export function readAsStaff<T>(
  terminal: Terminal,
  { token }: TokenOption,
  work: (perform: Perform) => Promise<T>,
): Promise<T> {
  const given = token ?? terminal.env.RF_TOKEN?.trim();
  // RF_TOKEN may hold the token of a workspace member, which says nothing about staff.
  return given !== undefined && isStaffToken(given)
    ? asStaff(terminal, { token: given }, work)
    : readDesk(terminal, work);
}

/** Reads about the workspace that a member of staff names, or about the member's own. Needs a token of either. */
export function lookAtWorkspace<T>(
  terminal: Terminal,
  { workspace, token }: TokenOption & { workspace?: string | undefined },
  work: (perform: Perform) => Promise<T>,
): Promise<T> {
  const given = givenToken(
    terminal,
    token,
    workspace === undefined ? ['member', 'staff'] : ['staff', 'member'],
  );
  return (isStaffToken(given) ? asStaff : asMember)(terminal, { token: given }, work);
}

/** Loaded when needed: a command that uses a server needs no database. */
async function placeOf(terminal: Terminal): Promise<ActPlace> {
  const server = serverOf(terminal);
  if (server === null) return (await import('./local-acts.ts')).localActs(terminal);
  return (await import('./remote/acts.ts')).remoteActs(terminal, server);
}

export function withToken(command: Command): Command {
  return command.option('--token <token>', 'your staff token (RF_TOKEN)');
}

export function withTokenToRead(command: Command): Command {
  return command.option(
    '--token <token>',
    'your staff token (RF_TOKEN), to see which documents you have opened',
  );
}

export function withMemberToken(command: Command): Command {
  return command.option('--token <token>', 'your member token (RF_TOKEN)');
}

export function withWorkspace(command: Command): Command {
  return command
    .option('--token <token>', 'your member or staff token (RF_TOKEN)')
    .option('--workspace <workspace>', "name or id; the workspace of the token's holder if absent");
}

/** The member token that was given, or kept for the server while no staff token is; null if somebody else reads. */
export function givenMemberToken(terminal: Terminal, token: string | undefined): string | null {
  const given = (token || terminal.env.RF_TOKEN)?.trim();
  if (given) return isStaffToken(given) ? null : given;
  const server = serverOf(terminal);
  if (server === null || keptToken(terminal, server, 'staff') !== null) return null;
  return keptToken(terminal, server, 'member');
}

/** The token that was given, or the one of the first of these kinds that rf login keeps for the server. */
export function givenToken(
  terminal: Terminal,
  token: string | undefined,
  kinds: readonly [TokenKind, ...TokenKind[]],
): string {
  const given = (token || terminal.env.RF_TOKEN)?.trim();
  if (given) return given;
  const server = serverOf(terminal);
  for (const kind of kinds) {
    const kept = server === null ? null : keptToken(terminal, server, kind);
    if (kept !== null) return kept;
  }
  const login = server === null ? '' : `, or keep it with rf login --url ${server.href}`;
  throw new UsageError(`Say who acts: give your ${kinds[0]} token in RF_TOKEN or with --token${login}.`);
}
