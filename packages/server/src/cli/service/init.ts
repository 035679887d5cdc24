import { existsSync, mkdirSync } from 'node:fs';
import {
  DEFAULT_OPERATOR,
  DEFAULT_ORIGIN,
  type Founded,
  initialise,
  refuseInitialised,
} from '@rf-indicators/core/desk/initialise';
import {
  createMasterKeyFile,
  type MasterKey,
  masterKeyFile,
  readMasterKey,
} from '@rf-indicators/core/secrets/master-key';
import { KeyFormatError, signerKeyFromSeed } from '@rf-indicators/engine';
import { Command } from 'commander';
import { storeLocation, withContext } from '../store-session.ts';
import type { Finish } from '../terminal.ts';
import { type Terminal, UsageError } from '../terminal.ts';

export function initCommand(terminal: Terminal, _finish: Finish): Command {
  return new Command('init')
    .description('Make a store: its master key, its signing key and the first operator.')
    .option('--name <name>', "the signing key's name, which is the log's origin for ever", DEFAULT_ORIGIN)
    .option('--operator <name>', 'what the first operator is called', DEFAULT_OPERATOR)
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe store is SQLite in RF_DATA_DIR, or the PostgreSQL that DATABASE_URL names. The master key comes from' +
        '\nRF_MASTER_KEY; without it, master.key is made in RF_DATA_DIR, readable by you alone.',
    )
    .action(async ({ name, operator, json }: { name: string; operator: string; json: boolean }) => {
      await requireKeyName(name);
      const { dataDir } = storeLocation(terminal);
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const founded = await withContext(
        terminal,
        async (context) => {
          // Before a key is made: a store that has lost its master key must not be given another.
          await refuseInitialised(context.store.db);
          return initialise(context, masterKeyFor(terminal, dataDir), { name, operator });
        },
        { mayBeEmpty: true },
      );
      if (json) tellJson(terminal, dataDir, founded);
      else tellNextSteps(terminal, dataDir, founded);
    });
}

async function requireKeyName(name: string): Promise<void> {
  try {
    await signerKeyFromSeed(name, new Uint8Array(32));
  } catch (error) {
    if (error instanceof KeyFormatError) throw new UsageError(`--name: ${error.message}`);
    throw error;
  }
}

/** One that lies there already is used: it was put there, or an earlier attempt got no further. */
function masterKeyFor(terminal: Terminal, dataDir: string): MasterKey {
  const fromEnvironment = terminal.env.RF_MASTER_KEY;
  if (!fromEnvironment && !existsSync(masterKeyFile(dataDir))) createMasterKeyFile(dataDir);
  return readMasterKey(dataDir, fromEnvironment);
}

/** Where the master key is kept; null if the environment brings it. */
function keptIn(terminal: Terminal, dataDir: string): string | null {
  return terminal.env.RF_MASTER_KEY ? null : masterKeyFile(dataDir);
}

function tellJson(terminal: Terminal, dataDir: string, founded: Founded): void {
  terminal.out(
    JSON.stringify(
      {
        data_dir: dataDir,
        master_key_file: keptIn(terminal, dataDir),
        public_key: founded.publicKey,
        operator: { id: founded.operator.id, name: founded.operator.name, token: founded.token.token },
        configuration: founded.configurationDigest,
      },
      null,
      2,
    ),
  );
}

function tellNextSteps(terminal: Terminal, dataDir: string, founded: Founded): void {
  const masterKey = keptIn(terminal, dataDir);
  terminal.out(
    terminal.env.DATABASE_URL ? 'The store is in PostgreSQL (DATABASE_URL).' : `The store is in ${dataDir}.`,
  );
  terminal.out(`Master key   ${masterKey ?? 'from RF_MASTER_KEY'}`);
  terminal.out(`Public key   ${founded.publicKey}`);
  terminal.out(`Operator     ${founded.operator.name} (${founded.operator.id})`);
  terminal.out(`Token        ${founded.token.token}`);
  terminal.out('');
  terminal.out('What to do next:');
  terminal.out("  1. Store the operator's token now: only its hash is kept. Then: export RF_TOKEN=…");
  terminal.out(
    `  2. Keep a copy of ${masterKey ?? 'RF_MASTER_KEY'} apart from the backups: without it the signing key is lost.`,
  );
  terminal.out('  3. Give the public key to those who will verify what is published.');
  terminal.out(
    '  4. Let the others in: rf staff add NAME --roles analyst (then reviewer, chief_risk_officer)',
  );
  terminal.out('  5. Import, sign and activate a framework: rf methodology --help');
  terminal.out('  6. Check that all is well: rf doctor');
}
