// How commands perform acts: as a member of staff, as a member of a workspace, or as whoever opened the store.

import os from 'node:os';
import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { foundingState } from '@rf-indicators/core/accounts/founding';
import { authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Context } from '@rf-indicators/core/context/context';
import type { Command } from 'commander';
import { ignoredSettings } from '../service/config.ts';
import { commandServices } from './act-services.ts';
import { withContext } from './store-session.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** Options that were not given are undefined, and left out of the input. */
type Given<Input> = { [Member in keyof Input]: Input[Member] | undefined };

export type Perform = <Name extends ActName>(
  name: Name,
  input: Given<InputOf<Name>>,
) => Promise<AnswerOf<Name>>;

interface TokenOption {
  token?: string | undefined;
}

/** Performs acts in the name of the member of staff whose token it is. */
export function asStaff<T>(
  terminal: Terminal,
  { token }: TokenOption,
  work: (perform: Perform) => Promise<T>,
): Promise<T> {
  return withContext(terminal, async (context) => {
    const actor = await authenticate(context, givenToken(terminal, token, 'staff'));
    for (const line of await warnings(terminal, context)) terminal.err(`Warning: ${line}`);
    return work(performer(terminal, context, { kind: 'staff', actor }));
  });
}

/** What every member of staff should know, whatever they came for. */
async function warnings(terminal: Terminal, { store }: Context): Promise<string[]> {
  const { state, effective_at } = await foundingState(store.db);
  if (state !== 'notice') return ignoredSettings(terminal.env);
  const from = new Date(effective_at!).toISOString().slice(0, 10);
  return [
    ...ignoredSettings(terminal.env),
    `Notice was given that this store returns to its founding from ${from}, when one person can enrol others alone. ` +
      'To stop it: rf staff founding stop',
  ];
}

/** Performs acts in the name of the member whose token it is. */
export function asMember<T>(
  terminal: Terminal,
  { token }: TokenOption,
  work: (perform: Perform, member: Member) => Promise<T>,
): Promise<T> {
  return withContext(terminal, async (context) => {
    const member = await authenticateMember(context, givenToken(terminal, token, 'member'));
    return work(performer(terminal, context, asCaller(member)), member);
  });
}

/** Performs acts that need no sign-in but something else, such as an invitation code. */
export function asNobody<T>(terminal: Terminal, work: (perform: Perform) => Promise<T>): Promise<T> {
  return withContext(terminal, (context) => work(performer(terminal, context, { kind: 'nobody' })));
}

/** Reads without a token what does not belong to a workspace. */
export function locally<T>(terminal: Terminal, work: (perform: Perform) => Promise<T>): Promise<T> {
  return withContext(terminal, (context) => work(performer(terminal, context, { kind: 'local' })));
}

/** Reads in the name of the member of staff whose token it is, or without one: lists then say what this person opened. */
export function readAsStaff<T>(
  terminal: Terminal,
  { token }: TokenOption,
  work: (perform: Perform) => Promise<T>,
): Promise<T> {
  const given = token ?? terminal.env.RF_TOKEN?.trim();
  // RF_TOKEN may hold the token of a workspace member, which says nothing about staff.
  return given?.startsWith('rf_staff_') ? asStaff(terminal, { token: given }, work) : locally(terminal, work);
}

/** Reads about the workspace that a member of staff names, or about the member's own. Needs a token of either. */
export function lookAtWorkspace<T>(
  terminal: Terminal,
  { workspace, token }: TokenOption & { workspace?: string | undefined },
  work: (perform: Perform) => Promise<T>,
): Promise<T> {
  const given = givenToken(terminal, token, workspace === undefined ? 'member' : 'staff');
  return (given.startsWith('rf_staff_') ? asStaff : asMember)(terminal, { token: given }, work);
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

export function givenToken(terminal: Terminal, token: string | undefined, kind: 'staff' | 'member'): string {
  const given = token || terminal.env.RF_TOKEN;
  if (given) return given.trim();
  throw new UsageError(`Say who acts: give your ${kind} token in RF_TOKEN or with --token.`);
}

function asCaller(member: Member): Caller {
  return { kind: 'member', member, from: `cli on ${os.hostname()}` };
}

function performer(terminal: Terminal, context: Context, caller: Caller): Perform {
  const services = commandServices(terminal, context);
  return (name, input) => {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    return performAct(services, caller, name, given as InputOf<typeof name>);
  };
}
