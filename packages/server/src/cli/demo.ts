import { existsSync, mkdirSync } from 'node:fs';
import { Command } from 'commander';
import { type Config, readConfig } from '../config.ts';
import { createMasterKeyFile, masterKeyFile, readMasterKey } from '../secrets/master-key.ts';
import { openStore } from '../store/open.ts';
import { type Terminal, UsageError } from './terminal.ts';

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description('Make the fictional demo world, or catch it up to now.')
    .action(async () => {
      const begun = performance.now();
      await prepareDemo(readConfig(terminal.env), terminal);
      terminal.out(`The demo world is up to date (${((performance.now() - begun) / 1000).toFixed(1)} s).`);
    });
}

/** On a folder that holds no store the world is made; a store that is not a demo is left alone. */
export async function prepareDemo(config: Config, terminal: Terminal): Promise<void> {
  const { dataDir, databaseUrl, masterKey, checkpointFile } = config;
  mkdirSync(dataDir, { recursive: true });
  if (masterKey === undefined && !existsSync(masterKeyFile(dataDir))) createMasterKeyFile(dataDir);
  const store = await openStore({ dataDir, databaseUrl });
  try {
    // Loaded here, so that no other command pays for the demo.
    const { isDemoOrEmpty, liveUntil } = await import('../demo/world.ts');
    if (!(await isDemoOrEmpty(store))) {
      throw new UsageError(
        'This store is not a demo. Serve it without --demo, or set RF_DATA_DIR to another folder.',
      );
    }
    await liveUntil(store, readMasterKey(dataDir, masterKey), terminal.now().getTime(), checkpointFile);
  } finally {
    await store.close();
  }
}
