// rf keys: the API keys of a workspace.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { Command } from 'commander';
import { asMember, asStaff, lookAtWorkspace, withMemberToken, withWorkspace } from '../act-session.ts';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { withoutDots } from './tokens.ts';

type ListedKey = AnswerOf<'keys.list'>['data'][number];

const WHICH_KEY = 'its first characters, id or name, as rf keys list shows them';

export function keysCommand(terminal: Terminal): Command {
  return new Command('keys')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(upgradeCommand(terminal))
    .addCommand(revokeCommand(terminal));
}

function createCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('create'))
    .description('Create a key and show it once. The Contract Admin must have accepted the API terms.')
    .argument('<name>', 'what the key is for')
    .requiredOption('--tier <tier>', `the tier of the workspace or a lower one: ${TIERS.join(', ')}`)
    .option('--agent', 'give the key the agent scope; the workspace must take part in the pilot', false)
    .option('--hourly-limit <number>', 'requests per hour for this key, below the limit of its tier', Number)
    .option(
      '--expires <instant>',
      'when the key expires: 2026-12-31 (the end of that day) or 2026-12-31T12:00:00Z',
    )
    .option('--json', 'print the result as JSON', false)
    .action((name, { tier, agent, hourlyLimit, expires, json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const issued = await perform('keys.create', {
          name,
          tier,
          agent_scope: agent,
          hourly_limit: hourlyLimit,
          expires_at: expires === undefined ? undefined : readInstant(expires, terminal),
        });
        if (json) return terminal.out(JSON.stringify(issued, null, 2));
        return printKey(terminal, `${name} created (${issued.id}), ${tier}`, issued.key);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List the active keys.')
    .option('--all', 'also keys that expired or were revoked', false)
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async (perform) => {
        const { workspace, all, json } = options;
        const { data } = await listPages(perform, 'keys.list', { workspace, all });
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const now = terminal.now().getTime();
        const rows = data.map((key) => [
          key.name,
          `${key.prefix}…`,
          key.effective_tier === key.tier ? key.tier : `${key.tier}, now ${key.effective_tier}`,
          key.agent_scope ? 'agent' : '',
          key.hourly_limit === null ? '' : String(key.hourly_limit),
          key.created_by_name,
          key.expires_at === null ? '' : instantToTheSecond(key.expires_at),
          key.last_used_at === null ? 'never' : instantToTheSecond(key.last_used_at),
          stateOf(key, now),
          key.id,
        ]);
        const header = [
          'NAME',
          'KEY',
          'TIER',
          'SCOPE',
          'LIMIT',
          'CREATED BY',
          'EXPIRES',
          'LAST USED',
          '',
          'ID',
        ];
        return printTable(terminal, header, rows);
      }),
    );
}

function stateOf({ revoked_at, expires_at }: ListedKey, now: number): '' | 'revoked' | 'expired' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : '';
}

function rotateCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('rotate'))
    .description(
      'Create a key that replaces another and show it once. The old key expires after a grace period.',
    )
    .argument('<key>', WHICH_KEY)
    .option('--grace-hours <hours>', 'how long the old key stays active, 0 to 168 (default: 24)', Number)
    .option('--json', 'print the result as JSON', false)
    .action((key: string, { graceHours, json, token }) =>
      asMember(terminal, { token }, async (perform) => {
        const rotated = await perform('keys.rotate', { key: withoutDots(key), grace_hours: graceHours });
        if (json) return terminal.out(JSON.stringify(rotated, null, 2));
        const { id, name, tier, replaces } = rotated;
        printKey(terminal, `${name} rotated (${id}), ${tier}`, rotated.key);
        return terminal.out(
          `The old key ${replaces.prefix}… expires at ${instantToTheSecond(replaces.expires_at)}.`,
        );
      }),
    );
}

function upgradeCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('upgrade'))
    .alias('raise')
    .description('Give a key a higher tier, up to that of its workspace. The key itself stays the same.')
    .argument('<key>', WHICH_KEY)
    .argument('<tier>', TIERS.join(', '))
    .action((key: string, tier: Tier, options) =>
      asMember(terminal, options, async (perform) => {
        await perform('keys.upgrade', { key: withoutDots(key), tier });
        terminal.out(`${key} now has the ${tier} tier`);
      }),
    );
}

function revokeCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('revoke'))
    .description('Revoke a key immediately and permanently.')
    .argument('<key>', WHICH_KEY)
    .option('--reason <text>', 'for operators, who can revoke a key of any workspace by prefix or id')
    .action((key: string, { reason, token }: { reason?: string; token?: string }) => {
      if (reason !== undefined) {
        return asStaff(terminal, { token }, async (perform) => {
          const wanted = { key: withoutDots(key), reason };
          const { workspace } = await perform('keys.revoke_by_operator', wanted);
          terminal.out(`${key} of ${workspace} revoked`);
        });
      }
      return asMember(terminal, { token }, async (perform) => {
        await perform('keys.revoke', { key: withoutDots(key) });
        terminal.out(`${key} revoked`);
      });
    });
}

function printKey(terminal: Terminal, what: string, key: string): void {
  terminal.out(what);
  terminal.out(`  ${key}`);
  terminal.out(
    'Store it now: it is not shown again, and only its hash is kept. Send it in the x-api-key header.',
  );
}
