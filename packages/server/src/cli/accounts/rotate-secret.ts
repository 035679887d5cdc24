// rf workspaces rotate-secret: rotates the secret that signs webhooks.

import { Command } from 'commander';
import { asMember, withMemberToken } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import type { Terminal } from '../terminal.ts';

export function rotateSecretCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('rotate-secret'))
    .description('Create a new signing secret for webhooks and show it once. For 24 hours both secrets sign.')
    .option('--end-overlap', 'end the 24 hours now, so that only the new secret signs', false)
    .option('--json', 'print the result as JSON', false)
    .action(({ endOverlap, json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        if (endOverlap) {
          await perform('workspaces.end_secret_overlap', {});
          return terminal.out('From now on only the new secret signs');
        }
        const rotated = await perform('workspaces.rotate_secret', {});
        if (json) return terminal.out(JSON.stringify(rotated, null, 2));
        const ends = instantToTheSecond(rotated.overlap_ends_at);
        for (const line of [
          `Signing secret   ${rotated.secret}`,
          `Store it now: it is not shown again. Until ${ends}, x-rf-signature uses the old secret,`,
          'x-rf-signature-next uses the new one, and webhook-signature contains both. To end this earlier, when all',
          'receivers have the new secret, run rf workspaces rotate-secret --end-overlap.',
        ]) {
          terminal.out(line);
        }
        return undefined;
      }),
    );
}
