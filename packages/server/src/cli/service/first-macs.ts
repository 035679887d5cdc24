// Verifies a store that is older than MACs, and gives its records their first ones. A part of rf migrate.

import { uuidV7 } from '@rf-indicators/core/context/ids';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { beginMacs } from '@rf-indicators/core/log/begin-macs';
import { readCheckpointFile } from '@rf-indicators/core/log/checkpoint-file';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import type { Store } from '@rf-indicators/core/store/store';
import { readConfig } from '../../service/config.ts';
import { progressTo } from '../progress.ts';
import { EXIT, type Finish, type Terminal } from '../terminal.ts';

/** Throws before anything is changed if the key is missing, or is that of another store. */
export async function requireKeyOf({ db }: Store, terminal: Terminal): Promise<void> {
  const { dataDir, masterKey } = readConfig(terminal.env);
  await currentSigner(db, readMasterKey(dataDir, masterKey));
}

export async function giveFirstMacs(store: Store, terminal: Terminal, finish: Finish): Promise<void> {
  const { dataDir, masterKey, verifierKey, checkpointFile } = readConfig(terminal.env);
  const pinned = (await readPinnedKey(dataDir, verifierKey))?.key ?? null;
  const checkpoints = checkpointFile === null ? [] : readCheckpointFile(checkpointFile);
  terminal.out('Verifying the whole store before its records get MACs …');
  const { findings, records } = await verifyAll(
    store.db,
    { pinned, checkpoints, isBeforeMacs: true },
    { progress: progressTo(terminal, 'packages replayed') },
  );
  if (findings.length > 0) {
    for (const { record, problem } of findings) terminal.out(`  ${record}: ${problem}`);
    terminal.err(
      'The store was not taken over, because it was altered. Restore the backup with the version of rf that made it, ' +
        'and find out with rf verify --all what happened.',
    );
    return finish(EXIT.no);
  }
  const clock = () => terminal.now().getTime();
  const context = { store, clock, newId: () => uuidV7(clock()) };
  const sealer = { masterKey: readMasterKey(dataDir, masterKey), pinned, checkpointFile };
  await beginMacs(context, sealer, records.entries);
  await sealRecords(context, sealer);
  terminal.out(
    `Verified. The ${records.entries} records of today were taken over; from now on every record has a MAC.`,
  );
}
