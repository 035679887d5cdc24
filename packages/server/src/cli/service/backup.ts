// rf backup and rf restore.

import { mkdirSync, rmSync } from 'node:fs';
import type { Context } from '@rf-indicators/core/context/context';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { type PinnedKey, readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { type RestoreTrust, requireRestoredLog } from '@rf-indicators/core/log/restored-log';
import { MasterKeyError, masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import {
  backupKey,
  backupKeys,
  masterKeyText,
  restoreMasterKey,
} from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { type Backup, readBackup, rowsIn } from '@rf-indicators/core/store/backup-format';
import { createStore } from '@rf-indicators/core/store/open';
import { masterKeyIds } from '@rf-indicators/core/store/records/chain-key';
import { countMacs } from '@rf-indicators/core/store/records/renew-macs';
import { type RestoredContent, restoreBackup, restoredContent } from '@rf-indicators/core/store/restore';
import type { Queries, Store } from '@rf-indicators/core/store/store';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { checkpointsFrom } from '../desk/checkpoints.ts';
import { instantToTheSecond } from '../instants.ts';
import { progressTo } from '../progress.ts';
import { storeLocation, withContext } from '../store-session.ts';
import type { Finish, Terminal } from '../terminal.ts';

export function backupCommand(terminal: Terminal, _finish: Finish): Command {
  return new Command('backup')
    .argument('<file>', 'file to create; it must not exist yet')
    .option(
      '--with-master-key',
      'include the master key: anyone who has the file can then sign in your name',
      false,
    )
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nA store that belongs to another version of rf is refused, and never migrated.' +
        '\nThe backup is authenticated with the master key: rf restore refuses a file that was altered or made with another.' +
        '\nIt contains the signing keys in encrypted form. Nobody can use them without the master key, which is' +
        '\nnot in the backup unless you ask for it.',
    )
    .action(async (file: string, options: { withMasterKey: boolean; json: boolean }) => {
      const location = storeLocation(terminal);
      const work = async ({ store }: Context) => {
        const masterKey = readMasterKey(location.dataDir, terminal.env.RF_MASTER_KEY);
        // A key of another store would authenticate a backup that this store's key then refuses.
        await currentSigner(store.db, masterKey);
        const text = masterKeyText(location.dataDir, terminal.env.RF_MASTER_KEY);
        const progress = progressTo(terminal, 'backup');
        return writeBackup(location, file, {
          createdAt: terminal.now(),
          key: backupKey(masterKey),
          progress,
          ...(options.withMasterKey ? { masterKey: text } : {}),
        });
      };
      const backup = await withContext(terminal, work, { migrate: false });
      if (options.json) return printJson(terminal, file, backup, {});
      terminal.out(`${file}: ${describeContent(backup)}`);
      terminal.out(describeKeys(backup, masterKeyFile(location.dataDir)));
    });
}

interface RestoreFlags {
  checkpoint?: string;
  unauthenticated: boolean;
  json: boolean;
}

export function restoreCommand(terminal: Terminal, _finish: Finish): Command {
  return new Command('restore')
    .argument('<file>', 'file that rf backup created, from SQLite or PostgreSQL')
    .option('--checkpoint <file>', 'file with one or more signed checkpoints (default: the checkpoint file)')
    .option(
      '--unauthenticated',
      'accept a file that is not authenticated with the master key: anyone could have made or edited it',
      false,
    )
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe file must have been made with the master key of this service: put it in RF_MASTER_KEY or in the new folder.' +
        '\nIf the master key was replaced since, put the older one after it, and replace it again after the restore.' +
        '\nIf a verifier key is pinned (RF_VERIFIER_KEY, or verifier.pub in the new folder), the signing keys in the backup' +
        '\nmust follow from it.' +
        '\nEither the whole backup is restored, or nothing. A backup is refused if a checkpoint was signed after it.' +
        '\nIf you have no newer backup, restore without RF_CHECKPOINT_FILE. The store can then be read, but publishing' +
        '\nis refused until the missing log entries are restored.',
    )
    .action(async (file: string, options: RestoreFlags) => {
      const location = storeLocation(terminal);
      const known = checkpointsFrom(terminal, options.checkpoint);
      const pinned = await readPinnedKey(location.dataDir, readConfig(terminal.env).verifierKey);
      // Read to its end first, so that a damaged backup changes nothing.
      const keys = options.unauthenticated ? [null] : authenticationKeys(terminal, file);
      const { key, footer, header } = await readWithOneOf(keys, file);
      mkdirSync(location.dataDir, { recursive: true, mode: 0o700 });
      const store = await createStore(location);
      try {
        const root = await withRestoredKey(terminal, location.dataDir, header.master_key, () =>
          restoreInto(terminal, store, { file, key, rows: rowsIn(footer.rows) }, { pinned, known }),
        );
        const keyError = await masterKeyError(terminal, store.db);
        const content = await restoredContent(store.db);
        const extra = {
          authenticated: key !== null,
          ...content,
          root,
          compared_checkpoints: known.length,
          pinned_key: pinned && { id: pinned.key.id, from: pinned.from },
          master_key: keyError ?? 'opens the signing key',
        };
        if (options.json) return printJson(terminal, file, { header, footer }, extra);
        terminal.out(
          `Restored ${file}, created at ${header.created_at}: ${describeContent({ header, footer })}`,
        );
        for (const line of describeRestored(content, key !== null)) terminal.out(line);
        if (header.tree_size > 0) terminal.out(`Log root ${root}, which matches the signed checkpoint`);
        terminal.out(describePin(pinned));
        terminal.out(
          known.length > 0
            ? 'The log is consistent with the newest checkpoint from outside the backup.'
            : 'The log was not compared with a checkpoint from outside the backup. To make sure that nothing is missing, use --checkpoint.',
        );
        terminal.out(keyError === null ? 'The master key opens the signing key.' : `MASTER KEY: ${keyError}`);
        terminal.out('Next, check the restored store: rf verify --all, then rf doctor');
      } finally {
        await store.close();
      }
    });
}

async function restoreInto(
  terminal: Terminal,
  store: Store,
  { file, ...source }: { file: string; key: Uint8Array | null; rows: number },
  trust: RestoreTrust,
): Promise<string> {
  let root = '';
  const progress = progressTo(terminal, 'restore');
  const check = async (restored: Queries, { header }: Backup) => {
    root = await requireRestoredLog(restored, header, trust);
  };
  await restoreBackup(store, file, { ...source, check, progress });
  return root;
}

/** The key is written first: after a power failure, a store without its key would be neither empty nor usable. */
async function withRestoredKey<T>(
  terminal: Terminal,
  dataDir: string,
  text: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const written = text !== undefined && restoreMasterKey(dataDir, terminal.env.RF_MASTER_KEY, text);
  try {
    return await work();
  } catch (error) {
    if (written) rmSync(masterKeyFile(dataDir));
    throw error;
  }
}

/** A master key in the backup itself is not used: the maker of the file chose it. */
function authenticationKeys(terminal: Terminal, file: string): readonly Uint8Array[] {
  const { dataDir } = storeLocation(terminal);
  try {
    return backupKeys(readMasterKey(dataDir, terminal.env.RF_MASTER_KEY));
  } catch (error) {
    throw new MasterKeyError(
      `${file} cannot be authenticated, and nothing was restored. ${(error as Error).message} If you have no copy of ` +
        'the master key apart from the one in the backup, or want to restore without it, use --unauthenticated.',
    );
  }
}

/** A backup from before the master key was replaced was made with the older one. */
async function readWithOneOf(
  [key, ...others]: readonly (Uint8Array | null)[],
  file: string,
): Promise<Backup & { key: Uint8Array | null }> {
  try {
    return { key: key!, ...(await readBackup(file, key!)) };
  } catch (error) {
    if (others.length === 0) throw error;
    // The problem with the newest key is the one to report.
    return await readWithOneOf(others, file).catch(() => Promise.reject(error));
  }
}

/** An attacker who can edit a backup would add people and tokens, or take log entries away. */
function describeRestored(content: RestoredContent, isAuthenticated: boolean): string[] {
  const { staff, active_staff_tokens: tokens, newest_checkpoint: newest } = content;
  return [
    isAuthenticated
      ? 'The file was made with this master key and is unaltered.'
      : 'NOT AUTHENTICATED: ANYONE COULD HAVE MADE OR EDITED THIS FILE. COMPARE THE PEOPLE AND TOKENS WITH WHAT YOU EXPECT.',
    `${staff} ${staff === 1 ? 'person' : 'people'} on the staff, ${tokens} active staff ${tokens === 1 ? 'token' : 'tokens'} (rf staff list)`,
    newest === null
      ? 'The log has no checkpoint yet.'
      : `Newest checkpoint: ${newest.tree_size} ${newest.tree_size === 1 ? 'entry' : 'entries'}, signed at ${instantToTheSecond(newest.created_at)}`,
  ];
}

function describePin(pinned: PinnedKey | null): string {
  if (pinned !== null)
    return `The signing keys follow from the pinned key ${pinned.key.id} (${pinned.from}).`;
  return (
    'NO VERIFIER KEY IS PINNED: the log was checked with the keys in the backup alone. Copy verifier.pub of the service ' +
    'into the folder, or pin the key that you have from elsewhere: rf signing-keys pin KEY'
  );
}

async function masterKeyError(terminal: Terminal, db: Queries): Promise<string | null> {
  const { dataDir } = storeLocation(terminal);
  try {
    const masterKey = readMasterKey(dataDir, terminal.env.RF_MASTER_KEY);
    const present = masterKeyIds(masterKey);
    const missing = [...(await countMacs(db)).keys()].filter((id) => !present.includes(id));
    // A backup from the middle of a replacement is authenticated with one key and needs both.
    if (missing.length > 0)
      return (
        `Records in this backup belong to the master key ${missing.join(' and ')}, which you have not given. Nothing is ` +
        'permitted in this store until you add it after the first key, in RF_MASTER_KEY or master.key. Then ' +
        'rf master-key status shows the next step.'
      );
    await currentSigner(db, masterKey);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function describeContent({ header, footer }: Backup): string {
  const rows = rowsIn(footer.rows);
  const entries = header.tree_size;
  return (
    `${rows} ${rows === 1 ? 'row' : 'rows'}, ${entries} log ${entries === 1 ? 'entry' : 'entries'}, ` +
    `content sha256 ${footer.content_sha256}`
  );
}

function describeKeys({ header }: Backup, keyFile: string): string {
  if (header.keys === 'included') {
    return 'THIS FILE CONTAINS THE MASTER KEY: ANYONE WHO HAS IT CAN SIGN IN YOUR NAME. PROTECT IT LIKE A PRIVATE KEY.';
  }
  return `The backup contains the signing keys in encrypted form, but not the master key. Keep the master key (${keyFile} or RF_MASTER_KEY) separately.`;
}

function printJson(terminal: Terminal, file: string, { header, footer }: Backup, extra: object): void {
  const { master_key: _secret, ...shown } = header;
  const { rows, content_sha256, sha256 } = footer;
  terminal.out(JSON.stringify({ file, ...shown, rows, content_sha256, sha256, ...extra }, null, 2));
}
