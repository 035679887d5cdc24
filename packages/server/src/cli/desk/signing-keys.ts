// rf signing-keys: lists, rotates and pins the service's signing keys.

import { pinKey, readPinnedKey } from '@rf-indicators/core/desk/log/pinned-key';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { asStaff, readDesk, withToken } from '../act-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { readVerifierKey } from '../verify/files.ts';

export function signingKeysCommand(terminal: Terminal): Command {
  return new Command('signing-keys')
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(pinCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the public keys. Clients pin these to verify indicators.')
    .option('--json', 'print the list as JSON', false)
    .action(({ json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await perform('signing_keys.list', {});
        if (json) terminal.out(JSON.stringify(data, null, 2));
        else
          for (const { public_key, valid_until } of data)
            terminal.out(`${public_key}  ${valid_until ? 'retired' : 'current'}`);
      }),
    );
}

function rotateCommand(terminal: Terminal): Command {
  const command = new Command('rotate').description(
    'Create a new signing key. The rotation is added to the log, signed with both the old and the new key.',
  );
  return withToken(command).action(({ token }) =>
    asStaff(terminal, { token }, async (perform) => {
      terminal.out((await perform('signing_keys.rotate', {})).public_key);
    }),
  );
}

function pinCommand(terminal: Terminal): Command {
  const command = new Command('pin')
    .description(
      'Pin the verifier key of an existing store in a file outside it, once. Use the key that you have from elsewhere.',
    )
    .argument('<key>', 'the public key, as rf init printed it, or a file that contains it');
  return withToken(command).action(async (given, { token }) => {
    const { text } = await readVerifierKey(given, terminal);
    const { dataDir, verifierKey } = readConfig(terminal.env);
    const pinned = await readPinnedKey(dataDir, verifierKey);
    if (pinned !== null) throw new UsageError(`The key ${pinned.key.id} is already pinned (${pinned.from}).`);
    await asStaff(terminal, { token }, async (perform) => {
      await perform('signing_keys.pin', { public_key: text });
      terminal.out(`pinned in ${pinKey(dataDir, text)}`);
    });
  });
}
