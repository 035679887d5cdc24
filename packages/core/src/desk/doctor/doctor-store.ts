// Doctor checks of the store: durability settings, migrations, keys, log, signatures and framework.

import { checkSignature, openCheckpoint, rootFrom, type VerifierKey } from '@rf-indicators/engine';
import { sql } from 'kysely';
import { currentSigner } from '../../log/current-signer.ts';
import { keyChain, keysAt } from '../../log/key-chain.ts';
import type { PinnedKey } from '../../log/pinned-key.ts';
import { storedNodes, treeSizeOf } from '../../log/store.ts';
import { adviceOn } from '../../resealing/key-advice.ts';
import { keyState } from '../../resealing/key-state.ts';
import type { SecondFactorCipher } from '../../resealing/sealed-values.ts';
import type { MasterKey } from '../../secrets/master-key.ts';
import { isCompatible, readMigrations, UPGRADING_COMMIT } from '../../store/migrate.ts';
import { masterKeyIds } from '../../store/records/chain-key.ts';
import type { Queries, Store } from '../../store/store.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { fail, ok, type Verdict, warn } from './doctor-verdict.ts';

const SIGNATURES_CHECKED = 100;

export async function checkDurability({ kind, db }: Store): Promise<Verdict> {
  if (kind === 'sqlite') {
    const journal = await setting(db, 'pragma journal_mode');
    const synchronous = await setting(db, 'pragma synchronous');
    // Opening a SQLite store sets both, and fails if it cannot.
    return ok(`SQLite, journal_mode=${journal}, synchronous=${synchronous === 2 ? 'full' : synchronous}`);
  }
  const version = await setting(db, 'show server_version');
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if ((await setting(db, `show ${name}`)) === 'off') {
      return fail(
        `PostgreSQL ${version} runs with ${name}=off: a power failure can lose committed data`,
        `set ${name}=on in postgresql.conf`,
      );
    }
  }
  return ok(`PostgreSQL ${version}, fsync and synchronous_commit on`);
}

async function setting(db: Queries, query: string): Promise<unknown> {
  const { rows } = await sql.raw<object>(query).execute(db);
  return Object.values(rows[0] ?? {})[0];
}

export async function checkMigrations({ db, kind }: Store): Promise<Verdict> {
  const { applied, pending, unknown, isTooOld } = await readMigrations(db);
  if (isTooOld)
    return fail(
      `the store is too old for this version of rf: its newest migration is ${applied.at(-1)}; the remaining checks of ` +
        'the store were skipped',
      `open it first with the version at commit ${UPGRADING_COMMIT}, which migrates it`,
    );
  if (unknown.length > 0) {
    if (pending.length === 0 && (await isCompatible(db)))
      return ok(`none pending; a newer version added ${unknown.join(', ')}, with which this one can work`);
    return fail(
      `the store belongs to a newer version of rf: this version does not know ${unknown.join(', ')}; ` +
        'the remaining checks of the store were skipped',
      'use the newer version, or restore a backup that this version made into an empty store',
    );
  }
  if (pending.length === 0) return ok('none pending');
  if (applied.length === 0)
    return warn(
      'there is no store in this database yet; its checks were skipped',
      'create the store with rf init',
    );
  return warn(
    `pending: ${pending.join(', ')}; the remaining checks of the store were skipped`,
    kind === 'postgres'
      ? 'take a backup with the version of rf that last opened the store, then run rf migrate'
      : 'take a backup with the version of rf that last opened the store; this version migrates it with the next ' +
          'command that opens it',
  );
}

export async function checkMasterKey(
  store: Store,
  readKey: () => MasterKey,
  secondFactors: SecondFactorCipher,
  now: number,
): Promise<Verdict> {
  let masterKey: MasterKey;
  let opened: string;
  try {
    masterKey = readKey();
    opened = `opens the signing key ${(await currentSigner(store.db, masterKey)).id}`;
  } catch (error) {
    return fail((error as Error).message, 'provide the right key; nothing can be published without it');
  }
  // Only while there are several: it reads the whole record chain.
  if (masterKeyIds(masterKey).length === 1) return ok(opened);
  const state = await keyState({ store, clock: () => now }, { masterKey, secondFactors });
  const { what, todo } = adviceOn(state);
  const judge = state.unknown_keys.length > 0 ? fail : warn;
  return todo === null ? ok(opened) : judge(`${opened}; ${what}`, todo);
}

export async function checkPinnedKey(db: Queries, pinned: () => Promise<PinnedKey | null>): Promise<Verdict> {
  const found = await pinned();
  if (found === null) {
    return warn(
      'no verifier key is pinned, so the store is checked only against itself',
      'pin the key that you have from elsewhere: rf signing-keys pin KEY',
    );
  }
  const { problems } = await keyChain(db, found.key);
  const [first] = problems;
  if (first === undefined) return ok(`${found.key.id} (${found.from})`);
  return fail(
    `${found.key.id} (${found.from}): ${first.record} ${first.problem}`,
    'do not publish; somebody may have altered the store: run rf verify --all, then restore a backup with rf restore',
  );
}

export async function checkLog(db: Queries, pinned: VerifierKey | null): Promise<Verdict> {
  const damaged = (what: string) =>
    fail(
      what,
      'do not publish; find the damaged records with rf verify --all, then restore a backup with rf restore',
    );
  const size = await treeSizeOf(db);
  const newest = await db
    .selectFrom('checkpoints')
    .selectAll()
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) {
    return size === 0 ? ok('no entries yet') : damaged(`${entries(size)}, but no checkpoint`);
  }
  const keys = keysAt(await keyChain(db, pinned), size - 1);
  if (keys.length === 0) return damaged('there is a checkpoint, but no key that could have signed it');
  try {
    const checkpoint = await openCheckpoint(newest.note, keys[0]!.name, keys);
    if (checkpoint.treeSize !== size) {
      return damaged(`${entries(size)}, but the newest checkpoint covers ${checkpoint.treeSize}`);
    }
    const root = Buffer.from(await rootFrom(size, storedNodes(db)));
    if (!root.equals(checkpoint.rootHash))
      return damaged('its root differs from the root in the newest checkpoint');
    return ok(
      `${entries(size)}, root ${root.toString('base64')}, signed by ${checkpoint.verifiedBy.join(', ')}`,
    );
  } catch (error) {
    return damaged((error as Error).message);
  }
}

function entries(count: number): string {
  return counted(count, 'entry', 'entries');
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export async function checkSignatures(db: Queries, pinned: VerifierKey | null): Promise<Verdict> {
  const rows = await db
    .selectFrom('indicators')
    .leftJoin('log_leaves', 'log_leaves.idx', 'indicators.log_index')
    .select(['verification_id', 'statement', 'signature', 'log_index', 'leaf'])
    .orderBy('log_index', 'desc')
    .limit(SIGNATURES_CHECKED)
    .execute();
  const chain = await keyChain(db, pinned);
  const bad: string[] = [];
  for (const { verification_id, statement, signature, log_index, leaf } of rows) {
    const verdict = await verdictOn(statement, signature, keysAt(chain, log_index));
    if (verdict !== 'valid' || leaf !== statement) bad.push(verification_id);
  }
  if (bad.length === 0)
    return ok(`no invalid signature among the newest indicators (${rows.length} checked)`);
  return fail(
    `${bad.length} of the newest ${rows.length} indicators cannot be verified: ${bad.slice(0, 3).join(', ')}`,
    'run rf verify --all, and restore a backup in which they verify',
  );
}

async function verdictOn(
  statement: string,
  signature: string,
  keys: Parameters<typeof checkSignature>[2],
): Promise<string> {
  try {
    return await checkSignature(JSON.parse(statement), JSON.parse(signature), keys);
  } catch {
    return 'unreadable';
  }
}

export async function checkMethodology(db: Queries, now: number): Promise<Verdict> {
  try {
    const effective = await findEffectiveMethodology(db, now);
    if (effective === null) {
      return warn(
        'no framework is in effect, so nothing can be scored',
        'import, sign and activate a framework: rf methodology --help',
      );
    }
    const { methodology, digest, signOff } = effective;
    return ok(
      `${methodology.document.methodology_version} (${digest.slice(0, 12)}…) is in effect, signed by ${signOff.name}`,
    );
  } catch (error) {
    return fail(
      (error as Error).message,
      'nothing can be published under this framework; restore it from a backup',
    );
  }
}
