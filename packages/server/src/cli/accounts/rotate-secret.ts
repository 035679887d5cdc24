import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { endSecretOverlap, rotateSigningSecret } from '@rf-indicators/core/webhooks/secret-rotation';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { instantToTheSecond } from '../instants.ts';
import { actAsMember, withMemberToken } from '../store-session.ts';
import type { Terminal } from '../terminal.ts';

export function rotateSecretCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('rotate-secret'))
    .description('Make another signing secret for webhooks and show it, once; for 24 hours both sign.')
    .option('--end-overlap', 'end the 24 hours now: the new secret alone signs', false)
    .option('--json', 'print the result as JSON', false)
    .action(({ endOverlap, json, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        if (endOverlap) {
          await endSecretOverlap(context, member);
          return terminal.out('From now on the new secret alone signs');
        }
        const { dataDir, masterKey } = readConfig(terminal.env);
        const rotated = await rotateSigningSecret(context, member, readMasterKey(dataDir, masterKey));
        if (json) return terminal.out(JSON.stringify(rotated, null, 2));
        const ends = instantToTheSecond(rotated.overlap_ends_at);
        for (const line of [
          `Signing secret   ${rotated.secret}`,
          `Store it now: it is not shown again. Until ${ends} x-rf-signature stays on the old secret,`,
          'x-rf-signature-next has the new one, and webhook-signature lists both. When your receivers have the',
          'new one, rf workspaces rotate-secret --end-overlap ends that sooner.',
        ]) {
          terminal.out(line);
        }
        return undefined;
      }),
    );
}
