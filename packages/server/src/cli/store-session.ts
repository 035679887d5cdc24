// What every command that writes needs: the store that the environment names, who acts, and how a refusal is
// told.

import { existsSync } from 'node:fs';
import { authenticateMember, type Member } from '@rf-indicators/core/accounts/members';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { requireWorkspace, type Workspace } from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { openStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import type { Command } from 'commander';
import { readConfig } from '../service/config.ts';
import { type Terminal, UsageError } from './terminal.ts';

export type OpenContext = Context & { close(): Promise<void> };

export interface DeskOptions {
  /** `rf init` opens a store that holds nothing yet; every other command needs one that holds its staff. */
  mayBeEmpty?: boolean;
}

export function storeLocation(terminal: Terminal): StoreLocation {
  const { dataDir, databaseUrl } = readConfig(terminal.env);
  return { dataDir, databaseUrl };
}

export async function openContext(
  terminal: Terminal,
  { mayBeEmpty = false }: DeskOptions = {},
): Promise<OpenContext> {
  const location = storeLocation(terminal);
  // A look at a folder that holds no store must not leave one behind.
  const absent = location.databaseUrl === null && !existsSync(sqliteFile(location.dataDir));
  if (absent && !mayBeEmpty) throw notInitialised(location);
  const store = await openStore(location);
  const clock = () => terminal.now().getTime();
  const context = { store, clock, newId: () => uuidV7(clock()), close: () => store.close() };
  if (mayBeEmpty || (await hasStaff(context))) return context;
  await context.close();
  throw notInitialised(location);
}

/** Opens the desk, works with it and closes it again, whatever happens. */
export async function withContext<T>(
  terminal: Terminal,
  work: (context: Context) => Promise<T>,
  options: DeskOptions = {},
): Promise<T> {
  const context = await openContext(terminal, options);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Who acts: the holder of the token given with --token or in RF_TOKEN. */
export async function actorFrom(terminal: Terminal, context: Context, token?: string): Promise<Actor> {
  const given = token || terminal.env.RF_TOKEN;
  if (!given) throw new UsageError('Say who acts: give your staff token in RF_TOKEN or with --token.');
  return authenticate(context, given.trim());
}

/** The option that every command has which acts in somebody's name. */
export function withToken(command: Command): Command {
  return command.option('--token <token>', 'your staff token (RF_TOKEN)');
}

/** Opens the desk and works at it in the name of the token's holder. */
export function actAs<T>(
  terminal: Terminal,
  { token }: { token?: string },
  work: (context: Context, actor: Actor) => Promise<T>,
): Promise<T> {
  return withContext(terminal, async (context) => work(context, await actorFrom(terminal, context, token)));
}

/** The member of a workspace who acts: the holder of the token given with --token or in RF_TOKEN. */
export async function memberFrom(terminal: Terminal, context: Context, token?: string): Promise<Member> {
  const given = token || terminal.env.RF_TOKEN;
  if (!given) throw new UsageError('Say who acts: give your member token in RF_TOKEN or with --token.');
  return authenticateMember(context, given.trim());
}

/** The option that every command has which acts in the name of a workspace's member. */
export function withMemberToken(command: Command): Command {
  return command.option('--token <token>', 'your member token (RF_TOKEN)');
}

/** Opens the desk and works at it in the name of the member whose token it is. */
export function actAsMember<T>(
  terminal: Terminal,
  { token }: { token?: string },
  work: (context: Context, member: Member) => Promise<T>,
): Promise<T> {
  return withContext(terminal, async (context) => work(context, await memberFrom(terminal, context, token)));
}

/** The options of every command that looks at a workspace. */
export function withWorkspace(command: Command): Command {
  return withMemberToken(command).option(
    '--workspace <workspace>',
    'name or id; otherwise that of the token',
  );
}

/** Opens the desk and looks at the workspace that is named, or that the member's token is of. */
export function lookAtWorkspace<T>(
  terminal: Terminal,
  { workspace, token }: { workspace?: string; token?: string },
  look: (context: Context, workspace: Workspace) => Promise<T>,
): Promise<T> {
  return withContext(terminal, async (context) => {
    if (workspace) return look(context, await requireWorkspace(context.store.db, workspace));
    return look(context, (await memberFrom(terminal, context, token)).workspace);
  });
}

async function hasStaff({ store }: Context): Promise<boolean> {
  return (await store.db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;
}

function notInitialised({ dataDir, databaseUrl }: StoreLocation): UsageError {
  const place = databaseUrl === null ? `The folder ${dataDir}` : 'The database that DATABASE_URL names';
  return new UsageError(
    `${place} holds no store yet: run rf init first, or set RF_DATA_DIR or DATABASE_URL.`,
  );
}
