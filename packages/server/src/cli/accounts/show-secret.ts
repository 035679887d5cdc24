// rf workspaces show-secret: shows the secret that signs webhooks to a Contract Admin who was invited by email.

import { Command } from 'commander';
import { asMember, withMemberToken } from '../act-session.ts';
import type { Terminal } from '../terminal.ts';

export function showSecretCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('show-secret'))
    .description(
      'Show the signing secret for webhooks, once, if you did not see it when you claimed the workspace.',
    )
    .option('--json', 'print the result as JSON', false)
    .action(({ json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const shown = await perform('workspaces.show_secret', {});
        if (json) return terminal.out(JSON.stringify(shown, null, 2));
        terminal.out(`Signing secret   ${shown.secret}`);
        return terminal.out(
          'Store it now: it is not shown again. To replace it, run rf workspaces rotate-secret.',
        );
      }),
    );
}
