// The mail server and the OIDC provider that the service may use. Whoever chooses them can read links and vouch for people,
// so they are kept in the store and changed by two people; the settings of a process only have to agree with them. Secrets
// are not kept here: they may be replaced at any time.

import { type Actor, SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { civilDate } from '../context/times.ts';
import { wholeTable } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { isBeingFounded } from './founding.ts';
import { endAllOf } from './one-time-codes.ts';
import { approvalNote, type People } from './requests.ts';

export const SERVER_KINDS = ['mail', 'provider'] as const;
export type ServerKind = (typeof SERVER_KINDS)[number];

/** What identifies a server. */
export interface SignInServer {
  /** smtp://HOST:PORT, or the issuer. */
  address: string;
  /** The sender of mails, or the client id. */
  used_as: string;
}

/** The servers in the settings of a process. */
export type ConfiguredServers = Readonly<Record<ServerKind, SignInServer | null>>;

type ServerRow = Database['sign_in_servers'];

/**
 * confirmed: the settings agree with the store. differs: the service does not use the server in its settings. unset: the
 * settings name none.
 */
export type ServerStatus = 'confirmed' | 'differs' | 'unset';

export interface ServerState {
  kind: ServerKind;
  status: ServerStatus;
  /** What may be used; null if nothing was ever decided. */
  confirmed: ServerRow | null;
  configured: SignInServer | null;
}

const NAMES = { mail: 'mail server', provider: 'OIDC provider' } as const;
const USED_AS = { mail: 'as', provider: 'as client' } as const;

export async function serverStates(
  db: Queries | Writes,
  configured: ConfiguredServers,
): Promise<ServerState[]> {
  return Promise.all(
    SERVER_KINDS.map(async (kind) => {
      const confirmed = await newest(db, kind);
      const status = statusOf(configured[kind], confirmed);
      return { kind, status, confirmed, configured: configured[kind] };
    }),
  );
}

async function newest(db: Queries | Writes, kind: ServerKind): Promise<ServerRow | null> {
  const rows = await wholeTable(db, 'sign_in_servers', () =>
    db.selectFrom('sign_in_servers').selectAll().orderBy('seq').execute(),
  );
  return rows.findLast((row) => row.kind === kind) ?? null;
}

function statusOf(configured: SignInServer | null, confirmed: ServerRow | null): ServerStatus {
  if (configured === null) return 'unset';
  const isSame = confirmed?.address === configured.address && confirmed.used_as === configured.used_as;
  return isSame ? 'confirmed' : 'differs';
}

/** Whether the service may use the server in its settings. The founder's first one is confirmed by its use. */
export async function mayUse(
  context: Context,
  kind: ServerKind,
  configured: ConfiguredServers,
): Promise<boolean> {
  const { db } = context.store;
  if (configured[kind] === null) return false;
  if ((await newest(db, kind)) === null && (await isFounderAlone(db)))
    await settleServers(context, configured, { isService: false });
  return statusOf(configured[kind], await newest(db, kind)) === 'confirmed';
}

/**
 * The first entries of a store. While only the founder is on the staff there is nobody to be attacked, so what is
 * configured counts. A store from before these entries keeps what it is configured with when the service first starts: also
 * that it has none, so that nobody adds one later and calls it found.
 */
export async function settleServers(
  context: Context,
  configured: ConfiguredServers,
  { isService }: { isService: boolean },
): Promise<void> {
  const { db } = context.store;
  const open = await Promise.all(SERVER_KINDS.map((kind) => newest(db, kind)));
  if (open.every((row) => row !== null)) return;
  await context.store.transaction(async (writes) => {
    const isAlone = await isFounderAlone(writes);
    if (!isAlone && !isService) return;
    for (const kind of SERVER_KINDS) {
      const server = configured[kind];
      if ((await newest(writes, kind)) !== null || (isAlone && server === null)) continue;
      const basis = isAlone ? 'founding' : 'as_found';
      if (server === null) await insert(context, writes, SERVICE, kind, null, basis, null);
      else await write(context, writes, SERVICE, kind, server, basis, null);
      if (!isAlone && kind === 'provider' && server !== null) await nameIssuer(writes, server);
    }
  });
}

/** With a second person on the staff, what was not configured until then takes two people. */
export async function closeServers(context: Context, writes: Writes, actor: { id: string }): Promise<void> {
  for (const kind of SERVER_KINDS) {
    if ((await newest(writes, kind)) !== null) continue;
    await insert(context, writes, actor, kind, null, 'founding', null);
  }
}

/** Whether nobody but the founder is on the staff, of a store that is being founded. */
export async function isFounderAlone(db: Queries | Writes): Promise<boolean> {
  if (!(await isBeingFounded(db))) return false;
  const staff = await wholeTable(db, 'staff', () => db.selectFrom('staff').selectAll().execute());
  return staff.filter(({ retired_at }) => retired_at === null).length < 2;
}

/** Links from before issuers were kept belong to the provider that the store was found with. */
async function nameIssuer(writes: Writes, { address }: SignInServer): Promise<void> {
  const links = await writes
    .selectFrom('user_credentials')
    .select(['id', 'account_id'])
    .where('provider_id', '=', 'oidc')
    .execute();
  for (const { id, account_id } of links)
    await writes
      .updateTable('user_credentials')
      .set({ account_id: `${address} ${account_id}` })
      .where('id', '=', id)
      .execute();
}

export async function setServer(
  context: Context,
  writes: Writes,
  people: People,
  requestId: string | null,
  kind: ServerKind,
  server: SignInServer | null,
): Promise<void> {
  const basis = requestId === null ? 'founding' : 'two_people';
  // A server may be replaced because it is no longer trusted: people begin again what they began through it.
  await endAllOf(context, writes, kind === 'mail' ? 'reset' : 'link');
  await write(context, writes, people.requester, kind, server, basis, requestId, approvalNote(people));
}

async function write(
  context: Context,
  writes: Writes,
  actor: Actor,
  kind: ServerKind,
  server: SignInServer | null,
  basis: ServerRow['basis'],
  requestId: string | null,
  note: object = {},
): Promise<void> {
  const before = await newest(writes, kind);
  await insert(context, writes, actor, kind, server, basis, requestId);
  const named = (given: SignInServer | ServerRow | null) =>
    given === null ? null : { address: given.address, used_as: given.used_as };
  const none = { address: null, used_as: null };
  const after = { ...(named(server) ?? none), basis, ...note };
  await recordAct(context, writes, actor, 'server.set', `servers/${kind}`, named(before), after);
}

async function insert(
  context: Context,
  writes: Writes,
  { id }: { id: string },
  kind: ServerKind,
  server: SignInServer | null,
  basis: ServerRow['basis'],
  request_id: string | null,
): Promise<void> {
  const last = await newest(writes, kind);
  await writes
    .insertInto('sign_in_servers')
    .values({
      ...{
        kind,
        seq: (last?.seq ?? 0) + 1,
        address: server?.address ?? null,
        used_as: server?.used_as ?? null,
      },
      ...{ set_at: context.clock(), set_by: id, basis, request_id },
    })
    .execute();
}

/** The input of the act; refuses what could not be a server. */
export function readServer(
  kind: ServerKind,
  { address, used_as }: { address?: string | undefined; used_as?: string | undefined },
): SignInServer | null {
  if (address === undefined && used_as === undefined) return null;
  const isAddress = kind === 'mail' ? MAIL_ADDRESS.test(address ?? '') : ISSUER.test(address ?? '');
  if (isAddress && used_as !== undefined) return { address: address!, used_as };
  throw new Refusal(
    'validation_failed',
    kind === 'mail'
      ? 'A mail server is given as smtp://HOST:PORT or smtps://HOST:PORT, with the sender of the mails.'
      : 'An OIDC provider is given as the https address of its issuer, without a slash at the end, with the client id.',
  );
}

const MAIL_ADDRESS = /^smtps?:\/\/[^\s/?#@]+:\d{1,5}$/;
const ISSUER = /^https:\/\/[^\s?#@]*[^\s?#@/]$|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[^\s?#@]*[^\s?#@/]$/;

/** What is wrong, for operators; null if nothing is. */
export function serverProblem({ kind, status, confirmed, configured }: ServerState): string | null {
  if (status !== 'differs') return null;
  const name = NAMES[kind];
  const theirs = describe(kind, configured!);
  const consequence = kind === 'mail' ? 'No mail is sent.' : 'Nobody can sign in with it.';
  if (confirmed === null || confirmed.address === null)
    return `Two people have not confirmed the ${name} in the settings: ${theirs}. ${consequence}`;
  const ours = describe(kind, confirmed as SignInServer);
  return `The ${name} in the settings is not the one that two people confirmed: ${theirs} ≠ ${ours}. ${consequence}`;
}

/** What may be used, and since when. */
export function confirmedSentence({ kind, confirmed }: ServerState): string {
  if (confirmed === null) return `${NAMES[kind]}: none yet`;
  const { address, basis, set_at } = confirmed;
  const what = address === null ? 'none' : describe(kind, confirmed as SignInServer);
  return `${NAMES[kind]}: ${what}, ${BASES[basis]} ${civilDate(set_at)}`;
}

const BASES = {
  founding: 'set while the founder was alone, on',
  as_found: 'taken as found on',
  two_people: 'confirmed by two people on',
} as const;

function describe(kind: ServerKind, { address, used_as }: SignInServer): string {
  return `${address} ${USED_AS[kind]} ${used_as}`;
}
