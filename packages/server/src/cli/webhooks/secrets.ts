// rf webhooks give-secret, rotate-secret and remove-secret: the signing secret of a single endpoint.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Command } from 'commander';
import { asMember, withMemberToken } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import type { Terminal } from '../terminal.ts';

const WHICH = 'its id, the beginning of its id, or its URL';

export function giveSecretCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('give-secret'))
    .description(
      'Give an endpoint a signing secret of its own and show it once. For 24 hours the secret of the workspace signs too.',
    )
    .argument('<endpoint>', WHICH)
    .option('--json', 'print the result as JSON', false)
    .action((endpoint: string, { json, token }) =>
      asMember(terminal, { token }, async (perform) =>
        printSecret(terminal, endpoint, await perform('webhooks.give_secret', { endpoint }), json),
      ),
    );
}

export function rotateSecretCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('rotate-secret'))
    .description(
      'Create a new secret for an endpoint that has its own and show it once. For 24 hours both secrets sign.',
    )
    .argument('<endpoint>', WHICH)
    .option('--end-overlap', 'end the 24 hours now, so that only the new secret signs', false)
    .option('--json', 'print the result as JSON', false)
    .action((endpoint: string, { endOverlap, json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        if (!endOverlap) {
          return printSecret(terminal, endpoint, await perform('webhooks.rotate_secret', { endpoint }), json);
        }
        await perform('webhooks.end_secret_overlap', { endpoint });
        return terminal.out('From now on only the new secret signs');
      }),
    );
}

export function removeSecretCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('remove-secret'))
    .description(
      'Remove the secret of an endpoint, so that the secret of the workspace signs again. For 24 hours both sign.',
    )
    .argument('<endpoint>', WHICH)
    .action((endpoint: string, { token }) =>
      asMember(terminal, { token }, async (perform) => {
        const { overlap_ends_at } = await perform('webhooks.remove_secret', { endpoint });
        terminal.out(
          `Removed; until ${instantToTheSecond(overlap_ends_at)} it still signs beside the secret of the workspace`,
        );
      }),
    );
}

function printSecret(
  terminal: Terminal,
  endpoint: string,
  given: AnswerOf<'webhooks.rotate_secret'>,
  json: boolean,
): void {
  if (json) {
    terminal.out(JSON.stringify(given, null, 2));
    return;
  }
  const ends = instantToTheSecond(given.overlap_ends_at);
  for (const line of [
    `Signing secret   ${given.secret}`,
    `Store it now: it is not shown again. Until ${ends}, x-rf-signature uses the old secret,`,
    'x-rf-signature-next uses the new one, and webhook-signature contains both. To end this earlier, when the',
    `receiver has the new secret, run rf webhooks rotate-secret ${endpoint} --end-overlap.`,
  ]) {
    terminal.out(line);
  }
}
