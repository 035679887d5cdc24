import { Command } from 'commander';
import { asStaff, locally, withToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';

export function signingKeysCommand(terminal: Terminal): Command {
  return new Command('signing-keys')
    .description("Show and rotate the service's signing keys.")
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal));
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('Show the verifier keys with their validity; readers pin these.')
    .option('--json', 'print as JSON', false)
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
    'Make a new signing key. The rotation is an entry of the log, signed with the old key and the new one.',
  );
  return withToken(command).action(({ token }) =>
    asStaff(terminal, { token }, async (perform) => {
      terminal.out((await perform('signing_keys.rotate', {})).public_key);
    }),
  );
}
