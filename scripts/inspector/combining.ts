// Attempts that combine an act with settings, SQL, the clock, a backup, an imported file, the demo or mail.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mayUse, settleServers } from '@rf-indicators/core/accounts/sign-in-servers';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { catchUpCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { backupKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { sql } from 'kysely';
import { BEGIN, PEOPLE } from '../../packages/server/src/demo/story.ts';
import { Forger } from '../../test/support/forger.ts';
import { serveDays } from '../../test/support/service-days.ts';
import { DAY } from '../../test/support/world.ts';
import type { Attempt, Things } from './attempt.ts';
import { type Desk, MASTER_KEY } from './desk.ts';
import { alone, approving } from './enrolling.ts';
import { NOTICE_NOT_OVER, othersLeave, returning } from './founding.ts';
import { slug } from './others.ts';

const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const CLOCK =
  'The clock of this machine (…) is behind the last signed checkpoint (…), and nothing is recorded as of before it. Set the clock (timedatectl, NTP), then try again.';

let root: string | null = null;

/** Removed when the process ends; the folders of attempts are small. */
function folder(): string {
  if (root === null) {
    const made = mkdtempSync(path.join(os.tmpdir(), 'rf-inspector-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    root = made;
  }
  return mkdtempSync(path.join(root, 'folder-'));
}

/** A backup of the store as it is now. */
async function backup({ location, context }: Desk): Promise<string> {
  const file = path.join(folder(), 'backup');
  const key = backupKey(readMasterKey('', MASTER_KEY));
  await writeBackup(location, file, { createdAt: new Date(context.clock()), key });
  return file;
}

function edited(file: string, edit: (text: string) => string): string {
  const text = gunzipSync(readFileSync(file)).toString();
  const other = edit(text);
  if (other === text) throw new Error('The edit changed nothing.');
  writeFileSync(file, gzipSync(other));
  return file;
}

/** Into an empty folder on SQLite, with any settings of its own. */
function restoring(
  title: string,
  prepare: NonNullable<Attempt['prepare']>,
  refusal: string,
  env: Record<string, string> = {},
): Attempt {
  return {
    title,
    by: 'nobody',
    prepare,
    command: (_, { file, checkpoints }) => [
      'restore',
      file!,
      ...(checkpoints === undefined ? [] : ['--checkpoint', checkpoints]),
    ],
    env: () => ({ RF_DATA_DIR: folder(), DATABASE_URL: '', ...env }),
    refusal,
  };
}

async function sealNow({ context, services }: Desk): Promise<void> {
  await sealRecords(context, { masterKey: services.masterKey(), checkpointFile: null }, { daily: true });
}

export const MAIL = { address: 'smtp://mail.example:587', used_as: 'desk@example.com' };
export const OWN_MAIL = { address: 'smtp://own.example:25', used_as: 'desk@example.com' };

async function pinnedMail({ context }: Desk): Promise<Things> {
  await settleServers(context, { mail: MAIL, provider: null }, { isService: true });
  return {};
}

async function mailElsewhere({ context }: Desk): Promise<void> {
  if (!(await mayUse(context, 'mail', { mail: OWN_MAIL, provider: null })))
    throw new Refusal('conflict', 'No mail is sent through this server.');
}

/** Everybody has the names of the people of the demo. */
async function demoNames(desk: Desk): Promise<Things> {
  for (const { name, roles } of Object.values(PEOPLE))
    await desk.perform('operator', 'staff.invite', { name, roles });
  return {};
}

const NOT_A_DEMO = 'This store is not a demo. Serve it without --demo, or set RF_DATA_DIR to another folder.';

export const COMBINING: Attempt[] = [
  {
    title: 'Make a demo of a store whose people have the names of the demo',
    store: 'founding',
    by: 'nobody',
    prepare: demoNames,
    command: () => ['demo'],
    refusal: NOT_A_DEMO,
  },
  {
    title: 'Make a demo of a store after writing the mark of demos into the database',
    store: 'founding',
    by: 'nobody',
    prepare: async (desk) => {
      await demoNames(desk);
      await (await Forger.at(desk.context.store)).insert('demo_mark', { id: 1, begins_at: BEGIN });
      return {};
    },
    command: () => ['demo'],
    refusal: NOT_A_DEMO,
  },
  {
    title: 'Invite somebody with a clock from before the store began',
    store: 'founding',
    by: 'operator',
    prepare: async (desk) => {
      desk.moveBy(-365 * DAY);
      return {};
    },
    act: ['staff.invite', () => ({ name: 'Pip', roles: ['reviewer'] })],
    command: () => ['staff', 'invite', 'Pip', '--roles', 'reviewer'],
    refusal: 'This store began at …, and nothing is recorded as of before it (…).',
  },
  restoring(
    'Restore a backup in which one person was given a role',
    async (desk) => {
      const { id } = desk.people.analyst.actor;
      const row = (role: string) => `{"staff_id":"${id}","role":"${role}"}`;
      return { file: edited(await backup(desk), (text) => text.replace(row('analyst'), row('operator'))) };
    },
    '… is not a usable backup: it was altered. Nothing was restored.',
  ),
  restoring(
    'Restore a backup that was edited and given the older format, which has no MAC',
    async (desk) => ({
      file: edited(await backup(desk), (text) => text.replaceAll('rf-backup/2', 'rf-backup/1')),
    }),
    '… is not a usable backup: it has the format of an earlier version, which is not authenticated, so anyone could have made or edited it. If you know where it has been since, restore it with --unauthenticated. Nothing was restored.',
  ),
  restoring(
    'Restore a backup with another master key',
    async (desk) => ({ file: await backup(desk) }),
    '… is not a usable backup: it was not made with this master key, or it was altered. If it comes from a store with another master key, restore it with that key. Nothing was restored.',
    { RF_MASTER_KEY: OTHER_KEY },
  ),
  restoring(
    'Restore an older backup to bring a revoked token back, where the checkpoint file was kept',
    async (desk) => {
      const file = await backup(desk);
      await desk.perform('tom', 'staff.revoke_token', { prefix: await tokenOf(desk) });
      desk.moveBy(DAY);
      await sealNow(desk);
      const checkpoints = path.join(folder(), 'checkpoints');
      await catchUpCheckpointFile(desk.context.store.db, checkpoints);
      return { file, checkpoints };
    },
    "The store's log has … entries, but a checkpoint of … entries was signed. The store is behind: restore a newer backup with rf restore before publishing.",
  ),
  {
    title: 'Restore a backup over the store, to undo what happened since',
    by: 'nobody',
    prepare: async (desk) => ({ file: await backup(desk) }),
    command: (_, { file }) => ['restore', file!],
    refusal:
      'The store is not empty (the table … has rows), and a restore overwrites nothing. Restore into an empty folder (RF_DATA_DIR) or an empty PostgreSQL database (DATABASE_URL).',
  },
  {
    title: 'Rename a published provider with an imported file',
    by: 'insider',
    command: (_, { folder: own }) => ['providers', 'import', `${own}/providers.json`],
    files: async () => ({
      'providers.json': JSON.stringify([{ slug: slug('FX-02'), name: 'A company (FRAUD)' }]),
    }),
    refusal:
      'Nothing was saved: 1 problem. …: … is published, so its name, website, subtype, other names and identifiers take two people: rf providers rename, rf providers describe',
  },
  returning('Give notice with a clock that is eight days ahead, set it back, and return', {
    prepare: async (desk) => {
      await othersLeave(desk);
      desk.moveBy(8 * DAY);
      await desk.perform('insider', 'founding.return', { reason: 'I am alone.' });
      desk.moveBy(-8 * DAY);
      return {};
    },
    refusal: NOTICE_NOT_OVER,
  }),
  approving('Approve an expired request with a clock that was set back', {
    prepare: async (desk) => {
      const { request } = await desk.perform('operator', 'staff.retire', { person: 'Tom' });
      await serveDays(desk.context, desk.services.masterKey(), 31, desk.moveBy);
      desk.moveBy(-5 * DAY);
      return { request: request! };
    },
    refusal: CLOCK,
  }),
  {
    title: 'Discard a draft in a shell with another master key',
    by: 'reviewer',
    command: (desk) => ['discard', desk.drafts.firsts, '--reason', 'No.'],
    env: { RF_MASTER_KEY: OTHER_KEY },
    skips: ['old token'],
    refusal:
      'Entry … of the record chain has a MAC of the master key …, which this process does not have (it has …). Nothing is permitted. If the master key was replaced, set the new one in RF_MASTER_KEY or master.key, and keep the older one after it until rf master-key drop. If nobody replaced it, somebody altered the store: run rf verify --all.',
  },
  {
    title: 'Discard a draft in a shell without the master key',
    by: 'reviewer',
    command: (desk) => ['discard', desk.drafts.firsts, '--reason', 'No.'],
    env: { RF_MASTER_KEY: '' },
    skips: ['old token'],
    refusal:
      'The records of this store are authenticated with the master key, which is needed to write and to trust them. There is no master key. Set RF_MASTER_KEY or restore …. For a new store, rf init creates one.',
  },
  {
    title: 'Migrate a store from whose list of migrations the newest one was removed',
    by: 'nobody',
    prepare: async ({ context }) => {
      await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
        context.store.db,
      );
      return {};
    },
    command: () => ['migrate', '--yes'],
    refusal: 'The store could not be migrated: …',
  },
  {
    title:
      'Have a forged store taken over by rf migrate, after removing all MACs and the entry that says since when they exist',
    by: 'nobody',
    prepare: async (desk) => {
      const forger = await Forger.at(desk.context.store);
      await forger.insert('staff_roles', { staff_id: desk.people.analyst.actor.id, role: 'operator' });
      const { db } = desk.context.store;
      await db.updateTable('record_chain').set({ mac: null, authority_seq: null }).execute();
      await db.deleteFrom('log_leaves').where('kind', '=', 'macs').execute();
      return {};
    },
    command: () => ['migrate', '--yes'],
    refusal:
      '… The store was not taken over, because it was altered. Restore the backup with the version of rf that made it, and find out with rf verify --all what happened.',
  },
  alone('Change the mail server alone', 'servers.set', () => ({ kind: 'mail', ...OWN_MAIL })),
  alone('Change the OIDC provider alone', 'servers.set', () => ({
    ...{ kind: 'provider', address: 'https://own.example', used_as: 'desk' },
  })),
  {
    title: 'Send mail through an own server, after the store has confirmed another',
    by: 'nobody',
    prepare: pinnedMail,
    otherwise: ['outcome', mailElsewhere],
    refusal: 'No mail is sent through this server.',
  },
  {
    title: 'Send mail through an own server that was confirmed in the database',
    by: 'nobody',
    prepare: async (desk) => {
      await pinnedMail(desk);
      const forger = await Forger.at(desk.context.store);
      const mail = (await forger.rowsOf('sign_in_servers')).find(({ kind }) => kind === 'mail')!;
      await forger.insert('sign_in_servers', { ...mail, seq: 99, ...OWN_MAIL });
      return {};
    },
    otherwise: ['outcome', mailElsewhere],
    refusal: 'No mail is sent through this server.',
  },
  {
    title: 'Send mail through an own server, after deleting the confirmed one from the database',
    by: 'nobody',
    prepare: async (desk) => {
      await pinnedMail(desk);
      const forger = await Forger.at(desk.context.store);
      for (const row of await forger.rowsOf('sign_in_servers')) await forger.remove('sign_in_servers', row);
      return {};
    },
    otherwise: ['outcome', mailElsewhere],
    refusal:
      'The records of who may do what were altered: sign_in_servers … is missing or was changed. Nothing is permitted until this is resolved. Run rf verify --all, and restore a backup with rf restore.',
  },
  {
    title: 'Put an older copy of the whole database in the place of the store while a process runs',
    by: 'tom',
    prepare: olderCopy,
    otherwise: [
      'outcome',
      (desk) => desk.perform('reviewer', 'runs.discard', { run: desk.drafts.firsts, reason: 'No.' }),
    ],
    refusal:
      'The records of who may do what were altered: entry …, which was read before, is missing or differs. Nothing is permitted until this is resolved. Run rf verify --all, and restore a backup with rf restore.',
  },
];

async function tokenOf({ context, people }: Desk): Promise<string> {
  const row = await context.store.db
    .selectFrom('staff_tokens')
    .select('prefix')
    .where('staff_id', '=', people.tom.actor.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.prefix;
}

/** All rows of an older state, in every table that has changed since. */
async function olderCopy(desk: Desk): Promise<Things> {
  const { store } = desk.context;
  await Forger.at(store);
  const tables = ['staff_tokens', 'audit', 'record_chain'] as const;
  const older = new Map<string, object[]>();
  for (const table of tables) older.set(table, await store.db.selectFrom(table).selectAll().execute());
  await desk.perform('tom', 'staff.revoke_token', { prefix: await tokenOf(desk) });
  for (const table of tables) {
    await store.db.deleteFrom(table).execute();
    const rows = older.get(table)!;
    for (let at = 0; at < rows.length; at += 200)
      await store.db
        .insertInto(table)
        .values(rows.slice(at, at + 200) as never)
        .execute();
  }
  return {};
}
