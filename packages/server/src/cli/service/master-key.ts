// rf master-key new, status and drop: the keys beside the store. The act that uses them is rf master-key rotate.

import type { Context } from '@rf-indicators/core/context/context';
import { listNodes } from '@rf-indicators/core/nodes/registry';
import { adviceOn, sentenceOf } from '@rf-indicators/core/resealing/key-advice';
import { type KeyState, keyState, otherNodes } from '@rf-indicators/core/resealing/key-state';
import { masterKeyFile, newKeyText, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { addMasterKey, dropOlderKeys } from '@rf-indicators/core/secrets/master-key-file';
import { masterKeyIds } from '@rf-indicators/core/store/records/chain-key';
import { Command } from 'commander';
import { secondFactorCipher } from '../../identity/second-factor-cipher.ts';
import { readConfig } from '../../service/config.ts';
import { withContext } from '../store-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';

const SIGN_IN_AGAIN = 'Once the service uses the new key, everybody signs in again.';

export function masterKeyCommands(terminal: Terminal): Command[] {
  return [newCommand(terminal), statusCommand(terminal), dropCommand(terminal)];
}

function newCommand(terminal: Terminal): Command {
  return new Command('new')
    .description('Make a new master key, and put it before the present one.')
    .action(async () => {
      const { dataDir, masterKey } = readConfig(terminal.env);
      const [present, ...others] = masterKeyIds(readMasterKey(dataDir, masterKey));
      if (others.length > 0)
        throw new UsageError(
          `There are already ${others.length + 1} master keys (${[present, ...others].join(', ')}), so a replacement has begun. ` +
            'Finish it first: rf master-key status shows the next step.',
        );
      if (masterKey || (await hasOtherNodes(terminal))) return printNew(terminal, newKeyText());
      addMasterKey(dataDir);
      const [newest] = masterKeyIds(readMasterKey(dataDir, undefined));
      terminal.out(`${masterKeyFile(dataDir)} now has the new key ${newest}, and after it ${present}.`);
      terminal.out('A running service uses the new key from now on for new records and secrets.');
      terminal.out('Everything from before still needs the other key, until it is sealed again.');
      terminal.out(SIGN_IN_AGAIN);
      terminal.out('Next: keep a copy of the file, then rf master-key rotate --reason TEXT');
    });
}

/** Each node has a key file of its own. A node without the new key is shut out as soon as another one uses it. */
async function hasOtherNodes(terminal: Terminal): Promise<boolean> {
  if (readConfig(terminal.env).databaseUrl === null) return false;
  const nodes = await withContext(terminal, ({ store, clock }) => listNodes(store.db, store.kind, clock()));
  return nodes.filter(({ live }) => live).length > 1;
}

/** The program cannot change the settings of other processes and machines. */
function printNew(terminal: Terminal, key: string): void {
  const [id] = masterKeyIds(readMasterKey('', key));
  terminal.out(`New master key ${id}, which is shown only once:`);
  terminal.out('');
  terminal.out(`  ${key}`);
  terminal.out('');
  terminal.out(
    'Nothing was changed yet. Keep a copy of the key. RF_MASTER_KEY and master.key take several keys, with',
  );
  terminal.out('spaces or line breaks between them. The first one is used for new records and secrets.');
  terminal.out('On every node, one step after the other:');
  terminal.out('  1. the present key, then the new one (with a single node, this step is not needed)');
  terminal.out('  2. the new key, then the present one');
  terminal.out(
    'After each step, restart the nodes that use RF_MASTER_KEY. Begin step 2 when rf master-key status shows',
  );
  terminal.out('both keys for every node.');
  terminal.out(SIGN_IN_AGAIN);
  terminal.out('Next, after step 2: rf master-key rotate --reason TEXT');
}

function statusCommand(terminal: Terminal): Command {
  return new Command('status')
    .description('Show how far the replacement of the master key is, and the next step.')
    .option('--json', 'print the result as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const state = await withContext(terminal, (context) => stateOf(terminal, context));
      if (json) return terminal.out(JSON.stringify(state, null, 2));
      const { what, todo } = adviceOn(state);
      terminal.out(`Keys here  ${namedKeys(state.keys)}`);
      for (const { name, leader, master_keys } of state.nodes)
        terminal.out(
          `Node       ${name}: ${namedKeys(master_keys)}${leader ? '; does the scheduled work' : ''}`,
        );
      terminal.out(`State      ${what}`);
      terminal.out(
        todo === null ? 'Nothing to do. To replace the master key: rf master-key new' : `Next       ${todo}`,
      );
    });
}

function namedKeys([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'none';
  return others.length === 0 ? first : `${first}, which seals, and ${others.join(', ')}`;
}

function dropCommand(terminal: Terminal): Command {
  return new Command('drop')
    .description('Remove the older master key, once nothing belongs to it.')
    .action(async () => {
      const { dataDir, masterKey } = readConfig(terminal.env);
      const state = await withContext(terminal, (context) => stateOf(terminal, context));
      const [newest, ...older] = state.keys;
      if (older.length === 0) throw new UsageError(`There is no older master key than ${newest}.`);
      if (state.stage !== 'done' || state.unknown_keys.length > 0 || otherNodes(state).length > 0)
        throw new UsageError(`Nothing was removed. ${sentenceOf(state)}`);
      if (masterKey) {
        terminal.out(`Nothing belongs to ${older.join(', ')} any more.`);
        terminal.out(`Set RF_MASTER_KEY on every node to the key ${newest} alone, and restart each node.`);
      } else {
        dropOlderKeys(dataDir);
        terminal.out(`${masterKeyFile(dataDir)} has only the key ${newest}. Removed: ${older.join(', ')}`);
        if (state.nodes.length > 1) terminal.out('Do the same on every other node.');
      }
      terminal.out(
        'Backups from before need the older key: make a new backup now, and keep the older key only with those that you keep.',
      );
    });
}

function stateOf(terminal: Terminal, context: Context): Promise<KeyState> {
  const { dataDir, masterKey } = readConfig(terminal.env);
  return keyState(context, {
    masterKey: readMasterKey(dataDir, masterKey),
    secondFactors: secondFactorCipher,
  });
}
