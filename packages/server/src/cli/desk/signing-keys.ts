import { listSigningKeys, rotateSigningKey } from '@rf-indicators/core/desk/log/signing-keys';
import { Command } from 'commander';
import { actorFrom, withContext, withToken } from '../store-session.ts';
import type { Terminal } from '../terminal.ts';
import { publisherFrom } from './publishing.ts';

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
      withContext(terminal, async ({ store }) => {
        const keys = await listSigningKeys(store.db);
        if (json) terminal.out(JSON.stringify(keys, null, 2));
        else
          for (const { publicKey, validUntil } of keys)
            terminal.out(`${publicKey}  ${validUntil ? 'retired' : 'current'}`);
      }),
    );
}

function rotateCommand(terminal: Terminal): Command {
  const command = new Command('rotate').description(
    'Make a new signing key. The rotation is an entry of the log, signed with the old key and the new one.',
  );
  return withToken(command).action(({ token }) =>
    withContext(terminal, async (context) => {
      const actor = await actorFrom(terminal, context, token);
      terminal.out(await rotateSigningKey(context, actor, publisherFrom(terminal)));
    }),
  );
}
