// rf signing-keys pin: keeps the verifier key of this store in a file outside it.

import { pinKey, readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { asStaff, withToken } from '../act-session.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { readVerifierKey } from '../verify/files.ts';

export function signingKeysCommands(terminal: Terminal): Command[] {
  return [pinCommand(terminal)];
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
