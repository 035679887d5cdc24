import { mkdirSync, rmSync } from 'node:fs';
import { requireRestoredLog } from '@rf-indicators/core/desk/log/restored-log';
import { currentSigner } from '@rf-indicators/core/desk/log/signing-keys';
import { masterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { masterKeyText, restoreMasterKey } from '@rf-indicators/core/secrets/master-key-in-backup';
import { writeBackup } from '@rf-indicators/core/store/backup';
import { type Backup, readBackup, rowsIn } from '@rf-indicators/core/store/backup-format';
import { openStore } from '@rf-indicators/core/store/open';
import { restoreBackup } from '@rf-indicators/core/store/restore';
import type { Queries, Store } from '@rf-indicators/core/store/store';
import { Command } from 'commander';
import { checkpointsFrom } from '../desk/checkpoints.ts';
import { progressTo } from '../progress.ts';
import { storeLocation, withContext } from '../store-session.ts';
import type { Finish, Terminal } from '../terminal.ts';

export function backupCommand(terminal: Terminal, _finish: Finish): Command {
  return new Command('backup')
    .description('Write everything the store holds at this instant to one file; it may be served meanwhile.')
    .argument('<file>', 'file to write; it must not exist')
    .option('--with-master-key', 'put the master key inside: such a file can sign in your name', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe signing keys are inside, sealed: without the master key, which is kept apart, nobody can use them.',
    )
    .action(async (file: string, options: { withMasterKey: boolean; json: boolean }) => {
      const location = storeLocation(terminal);
      const backup = await withContext(terminal, async ({ store }) => {
        const masterKey = options.withMasterKey ? await provenMasterKey(terminal, store.db) : undefined;
        const progress = progressTo(terminal, 'backup');
        return writeBackup(location, file, {
          createdAt: terminal.now(),
          progress,
          ...(masterKey === undefined ? {} : { masterKey }),
        });
      });
      if (options.json) return tellJson(terminal, file, backup, {});
      terminal.out(`${file}: ${contentOf(backup)}`);
      terminal.out(keysOf(backup, masterKeyFile(location.dataDir)));
    });
}

export function restoreCommand(terminal: Terminal, _finish: Finish): Command {
  return new Command('restore')
    .description('Bring a backup into an empty folder or an empty PostgreSQL database.')
    .argument('<file>', 'file that rf backup wrote, on whichever database')
    .option('--checkpoint <file>', 'a signed checkpoint, or a file of them (RF_CHECKPOINT_FILE)')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nAll of it is restored or nothing. A backup that is behind a checkpoint which was signed later is refused.' +
        '\nWhere no newer backup is left, restore it without RF_CHECKPOINT_FILE: it can be read, and publishes' +
        '\nnothing until the missing entries are back.',
    )
    .action(async (file: string, options: { checkpoint?: string; json: boolean }) => {
      const location = storeLocation(terminal);
      const known = checkpointsFrom(terminal, options.checkpoint);
      // Read to its end before anything is touched.
      const { footer, header } = await readBackup(file);
      mkdirSync(location.dataDir, { recursive: true, mode: 0o700 });
      const store = await openStore(location);
      try {
        const root = await withRestoredKey(terminal, location.dataDir, header.master_key, () =>
          restoreInto(terminal, store, file, rowsIn(footer.rows), known),
        );
        const keyFault = await masterKeyFault(terminal, store.db);
        const extra = {
          root,
          compared_checkpoints: known.length,
          master_key: keyFault ?? 'opens the signing key',
        };
        if (options.json) return tellJson(terminal, file, { header, footer }, extra);
        terminal.out(`Restored ${file} of ${header.created_at}: ${contentOf({ header, footer })}`);
        if (header.tree_size > 0) terminal.out(`Log root ${root}, as its signed checkpoint says`);
        terminal.out(
          known.length > 0
            ? 'The log holds the newest checkpoint known outside the backup.'
            : 'No checkpoint from outside was compared: give one with --checkpoint to know that nothing is missing.',
        );
        terminal.out(keyFault === null ? 'The master key opens the signing key.' : `MASTER KEY: ${keyFault}`);
        terminal.out('Check everything in it: rf verify --all, and rf doctor');
      } finally {
        await store.close();
      }
    });
}

async function restoreInto(
  terminal: Terminal,
  store: Store,
  file: string,
  rows: number,
  known: readonly string[],
): Promise<string> {
  let root = '';
  const progress = progressTo(terminal, 'restore');
  const check = async (restored: Queries, { header }: Backup) => {
    root = await requireRestoredLog(restored, header, known);
  };
  await restoreBackup(store, file, { rows, check, progress });
  return root;
}

/** The key comes first: a store without its key, after a power cut, would be neither empty nor of use. */
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

/** A key that opens nothing is not worth a place in a backup. */
async function provenMasterKey(terminal: Terminal, db: Queries): Promise<string> {
  const { dataDir } = storeLocation(terminal);
  await currentSigner(db, readMasterKey(dataDir, terminal.env.RF_MASTER_KEY));
  return masterKeyText(dataDir, terminal.env.RF_MASTER_KEY);
}

async function masterKeyFault(terminal: Terminal, db: Queries): Promise<string | null> {
  const { dataDir } = storeLocation(terminal);
  try {
    await currentSigner(db, readMasterKey(dataDir, terminal.env.RF_MASTER_KEY));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Newest last. A file that is named by hand must hold one; the standing one may not have been begun. */
function contentOf({ header, footer }: Backup): string {
  return `${rowsIn(footer.rows)} rows, a log of ${header.tree_size} entries, content sha256 ${footer.content_sha256}`;
}

function keysOf({ header }: Backup, keyFile: string): string {
  if (header.keys === 'included') {
    return 'THE MASTER KEY IS INSIDE: WHOEVER HAS THIS FILE CAN SIGN IN YOUR NAME. KEEP IT AS YOU KEEP A PRIVATE KEY.';
  }
  return `The signing keys are inside, sealed; the master key is not. Keep it apart (${keyFile}, or RF_MASTER_KEY).`;
}

function tellJson(terminal: Terminal, file: string, { header, footer }: Backup, extra: object): void {
  const { master_key: _secret, ...shown } = header;
  const { rows, content_sha256, sha256 } = footer;
  terminal.out(JSON.stringify({ file, ...shown, rows, content_sha256, sha256, ...extra }, null, 2));
}
