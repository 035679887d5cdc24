// rf signing-keys: lists and rotates the service's signing keys.

import { Command } from 'commander';
import { asStaff, locally, withToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';

export function signingKeysCommand(terminal: Terminal): Command {
  return new Command('signing-keys')
    .description("List and rotate the service's signing keys.")
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the public keys. Clients pin these to verify indicators.')
    .option('--json', 'print the list as JSON', false)
    .action(({ json }) =>
      locally(terminal, async (perform) => {
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
