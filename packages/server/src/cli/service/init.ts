// rf init: creates a store.

import { existsSync, mkdirSync } from 'node:fs';
import {
  DEFAULT_OPERATOR,
  DEFAULT_ORIGIN,
  type InitialisedStore,
  initialise,
  refuseInitialised,
} from '@rf-indicators/core/desk/initialise';
import { inviteStaffToSignIn, readEmail } from '@rf-indicators/core/identity/invitations';
import { pinKey, pinnedKeyFile } from '@rf-indicators/core/log/pinned-key';
import {
  createMasterKeyFile,
  type MasterKey,
  masterKeyFile,
  readMasterKey,
} from '@rf-indicators/core/secrets/master-key';
import { KeyFormatError, signerKeyFromSeed } from '@rf-indicators/engine';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { storeLocation, withContext } from '../store-session.ts';
import type { Finish } from '../terminal.ts';
import { type Terminal, UsageError } from '../terminal.ts';

interface InitOptions {
  name: string;
  operator: string;
  email?: string;
  json: boolean;
}

interface Founded extends InitialisedStore {
  /** With which the operator signs in. */
  email: string;
  /** To choose a password; it works once. */
  link: string;
}

export function initCommand(terminal: Terminal, _finish: Finish): Command {
  return new Command('init')
    .option(
      '--name <name>',
      'name of the signing key; it is also the origin of the log and cannot be changed later',
      DEFAULT_ORIGIN,
    )
    .option('--operator <name>', 'name of the first operator', DEFAULT_OPERATOR)
    .option(
      '--email <address>',
      'address with which the first operator signs in (default: NAME@desk.localhost)',
    )
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe store is SQLite in RF_DATA_DIR, or PostgreSQL if DATABASE_URL is set. The master key is read from' +
        '\nRF_MASTER_KEY; if that is not set, the command creates master.key in RF_DATA_DIR, readable only by you.',
    )
    .action(async ({ name, operator, email, json }: InitOptions) => {
      await requireKeyName(name);
      const { dataDir } = storeLocation(terminal);
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const founded = await withContext(
        terminal,
        async (context) => {
          // Checked before a key is created: a store that has lost its master key must not get a different one.
          await refuseInitialised(context.store.db);
          refusePinned(dataDir);
          // Checked before the store is made: it would be left without a link.
          const address = readEmail(email ?? `${localPart(operator)}@desk.localhost`);
          const store = await initialise(context, masterKeyFor(terminal, dataDir), { name, operator });
          const { code } = await inviteStaffToSignIn(context, store.operator, {
            person: store.operator.id,
            email: address,
          });
          return {
            ...store,
            email: address,
            link: `${readConfig(terminal.env).baseUrl}/sign-in/invitation#${code}`,
          };
        },
        { mayBeEmpty: true },
      );
      pinKey(dataDir, founded.publicKey);
      if (json) printJson(terminal, dataDir, founded);
      else printNextSteps(terminal, dataDir, founded);
    });
}

/** "olga.op" for Olga Op. */
function localPart(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '.').replaceAll(/^\.+|\.+$/g, '') || 'operator';
}

/** A key that is pinned here belongs to another store, which was perhaps lost. */
function refusePinned(dataDir: string): void {
  const file = pinnedKeyFile(dataDir);
  if (!existsSync(file)) return;
  throw new UsageError(
    `${file} has the pinned key of another store. Restore that store with rf restore, or use another folder (RF_DATA_DIR).`,
  );
}

async function requireKeyName(name: string): Promise<void> {
  try {
    await signerKeyFromSeed(name, new Uint8Array(32));
  } catch (error) {
    if (error instanceof KeyFormatError) throw new UsageError(`--name: ${error.message}`);
    throw error;
  }
}

/** An existing key file is used: the operator may have put it there, or an earlier attempt failed after creating it. */
function masterKeyFor(terminal: Terminal, dataDir: string): MasterKey {
  const fromEnvironment = terminal.env.RF_MASTER_KEY;
  if (!fromEnvironment && !existsSync(masterKeyFile(dataDir))) createMasterKeyFile(dataDir);
  return readMasterKey(dataDir, fromEnvironment);
}

/** The file of the master key; null if the key comes from the environment. */
function keyFileOf(terminal: Terminal, dataDir: string): string | null {
  return terminal.env.RF_MASTER_KEY ? null : masterKeyFile(dataDir);
}

function printJson(terminal: Terminal, dataDir: string, founded: Founded): void {
  terminal.out(
    JSON.stringify(
      {
        data_dir: dataDir,
        master_key_file: keyFileOf(terminal, dataDir),
        public_key: founded.publicKey,
        verifier_key_file: pinnedKeyFile(dataDir),
        operator: {
          id: founded.operator.id,
          name: founded.operator.name,
          token: founded.token.token,
          email: founded.email,
          link: founded.link,
        },
        configuration: founded.configurationDigest,
      },
      null,
      2,
    ),
  );
}

function printNextSteps(terminal: Terminal, dataDir: string, founded: Founded): void {
  const keyFile = keyFileOf(terminal, dataDir);
  terminal.out(
    terminal.env.DATABASE_URL ? 'The store is in PostgreSQL (DATABASE_URL).' : `The store is in ${dataDir}.`,
  );
  terminal.out(`Master key   ${keyFile ?? 'from RF_MASTER_KEY'}`);
  terminal.out(`Public key   ${founded.publicKey}`);
  terminal.out(`             pinned in ${pinnedKeyFile(dataDir)}`);
  terminal.out(`Operator     ${founded.operator.name} (${founded.operator.id})`);
  terminal.out(`Token        ${founded.token.token}`);
  terminal.out('');
  terminal.out(
    'Start the service with rf serve, and open this link to set everything else up in the browser:',
  );
  terminal.out(`  ${founded.link}`);
  terminal.out(`  It works once. ${founded.operator.name} signs in as ${founded.email} from then on.`);
  terminal.out('');
  terminal.out('Next steps:');
  terminal.out("  1. Save the operator's token now, for commands; it is not shown again: export RF_TOKEN=…");
  terminal.out(
    `  2. Keep a copy of ${keyFile ?? 'RF_MASTER_KEY'} separate from the backups. Without it, the signing key is lost.`,
  );
  terminal.out(
    '  3. Give the public key to everyone who will verify your indicators, and keep a copy on another machine.',
  );
  terminal.out('  4. Check the installation: rf doctor');
}
