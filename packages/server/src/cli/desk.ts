// What every command that writes needs: the store that the environment names, who acts, and how a refusal is
// told.

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { uuidV7 } from '../ids.ts';
import type { Actor, Desk } from '../publishing/desk.ts';
import { authenticate } from '../publishing/staff.ts';
import { openStore } from '../store/open.ts';
import { sqliteFile } from '../store/sqlite.ts';
import type { StoreLocation } from '../store/store.ts';
import { authenticateMember, type Member } from '../workspaces/members.ts';
import { requireWorkspace, type Workspace } from '../workspaces/workspaces.ts';
import { type Terminal, UsageError } from './terminal.ts';

export type OpenDesk = Desk & { close(): Promise<void> };

export interface DeskOptions {
  /** `rf init` opens a store that holds nothing yet; every other command needs one that holds its staff. */
  mayBeEmpty?: boolean;
}

export function storeLocation(terminal: Terminal): StoreLocation {
  const { dataDir, databaseUrl } = readConfig(terminal.env);
  return { dataDir, databaseUrl };
}

export async function openDesk(
  terminal: Terminal,
  { mayBeEmpty = false }: DeskOptions = {},
): Promise<OpenDesk> {
  const location = storeLocation(terminal);
  // A look at a folder that holds no store must not leave one behind.
  const absent = location.databaseUrl === null && !existsSync(sqliteFile(location.dataDir));
  if (absent && !mayBeEmpty) throw notInitialised(location);
  const store = await openStore(location);
  const clock = () => terminal.now().getTime();
  const desk = { store, clock, newId: () => uuidV7(clock()), close: () => store.close() };
  if (mayBeEmpty || (await hasStaff(desk))) return desk;
  await desk.close();
  throw notInitialised(location);
}

/** Opens the desk, works with it and closes it again, whatever happens. */
export async function withDesk<T>(
  terminal: Terminal,
  work: (desk: Desk) => Promise<T>,
  options: DeskOptions = {},
): Promise<T> {
  const desk = await openDesk(terminal, options);
  try {
    return await work(desk);
  } finally {
    await desk.close();
  }
}

/** Who acts: the holder of the token given with --token or in RF_TOKEN. */
export async function actorFrom(terminal: Terminal, desk: Desk, token?: string): Promise<Actor> {
  const given = token || terminal.env.RF_TOKEN;
  if (!given) throw new UsageError('Say who acts: give your staff token in RF_TOKEN or with --token.');
  return authenticate(desk, given.trim());
}

/** The option that every command has which acts in somebody's name. */
export function withToken(command: Command): Command {
  return command.option('--token <token>', 'your staff token (RF_TOKEN)');
}

/** Opens the desk and works at it in the name of the token's holder. */
export function actAs<T>(
  terminal: Terminal,
  { token }: { token?: string },
  work: (desk: Desk, actor: Actor) => Promise<T>,
): Promise<T> {
  return withDesk(terminal, async (desk) => work(desk, await actorFrom(terminal, desk, token)));
}

/** The member of a workspace who acts: the holder of the token given with --token or in RF_TOKEN. */
export async function memberFrom(terminal: Terminal, desk: Desk, token?: string): Promise<Member> {
  const given = token || terminal.env.RF_TOKEN;
  if (!given) throw new UsageError('Say who acts: give your member token in RF_TOKEN or with --token.');
  return authenticateMember(desk, given.trim());
}

/** The option that every command has which acts in the name of a workspace's member. */
export function withMemberToken(command: Command): Command {
  return command.option('--token <token>', 'your member token (RF_TOKEN)');
}

/** Opens the desk and works at it in the name of the member whose token it is. */
export function actAsMember<T>(
  terminal: Terminal,
  { token }: { token?: string },
  work: (desk: Desk, member: Member) => Promise<T>,
): Promise<T> {
  return withDesk(terminal, async (desk) => work(desk, await memberFrom(terminal, desk, token)));
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
  look: (desk: Desk, workspace: Workspace) => Promise<T>,
): Promise<T> {
  return withDesk(terminal, async (desk) => {
    if (workspace) return look(desk, await requireWorkspace(desk.store.db, workspace));
    return look(desk, (await memberFrom(terminal, desk, token)).workspace);
  });
}

async function hasStaff({ store }: Desk): Promise<boolean> {
  return (await store.db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) !== undefined;
}

function notInitialised({ dataDir, databaseUrl }: StoreLocation): UsageError {
  const place = databaseUrl === null ? `The folder ${dataDir}` : 'The database that DATABASE_URL names';
  return new UsageError(
    `${place} holds no store yet: run rf init first, or set RF_DATA_DIR or DATABASE_URL.`,
  );
}
