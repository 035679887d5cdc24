import { TIERS, type Tier } from '@rf-indicators/contract';
import { raiseKey, revokeKey, rotateKey } from '@rf-indicators/core/accounts/key-lifecycle';
import { createKey, type IssuedKey, type ListedKey, listKeys } from '@rf-indicators/core/accounts/keys';
import { Command } from 'commander';
import { instantToTheSecond, readInstant } from '../instants.ts';
import { actAsMember, lookAtWorkspace, withMemberToken, withWorkspace } from '../store-session.ts';
import { tellTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

const WHICH_KEY = 'its beginning, id or name, as rf keys list shows it';

export function keysCommand(terminal: Terminal): Command {
  return new Command('keys')
    .description("A workspace's API keys, made by its Contract Admin and developers.")
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(raiseCommand(terminal))
    .addCommand(revokeCommand(terminal));
}

function createCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('create'))
    .description('Make a key and show it, once. The Contract Admin must have accepted the API terms.')
    .argument('<name>', 'what the key is for')
    .requiredOption('--tier <tier>', `the workspace's own or a lower one: ${TIERS.join(', ')}`)
    .option('--agent', 'with the agent scope, in a workspace of the pilot', false)
    .option('--hourly-limit <number>', "requests an hour for this key alone, below its tier's", Number)
    .option('--expires <instant>', 'when it ends: 2026-12-31 (the end of that day) or 2026-12-31T12:00:00Z')
    .option('--json', 'print the result as JSON', false)
    .action((name, { tier, agent, hourlyLimit, expires, json, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        const expiresAt = expires === undefined ? null : readInstant(expires, terminal);
        const issued = await createKey(context, member, {
          name,
          tier,
          agentScope: agent,
          hourlyLimit,
          expiresAt,
        });
        if (json) return terminal.out(JSON.stringify(issued, null, 2));
        return tellKey(terminal, `${name} created (${issued.id}), ${tier}`, issued);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return withWorkspace(new Command('list'))
    .description('List the keys in force.')
    .option('--all', 'those that expired or were revoked too', false)
    .option('--json', 'print the list as JSON', false)
    .action((options) =>
      lookAtWorkspace(terminal, options, async ({ store, clock }, workspace) => {
        const now = clock();
        const all = await listKeys(store.db, workspace.id);
        const keys = all.filter((key) => options.all || stateOf(key, now) === '');
        if (options.json) return terminal.out(JSON.stringify(keys, null, 2));
        const rows = keys.map((key) => [
          key.name,
          `${key.prefix}…`,
          key.effective_tier === key.tier ? key.tier : `${key.tier}, worth ${key.effective_tier}`,
          key.agent_scope ? 'agent' : '',
          key.hourly_limit === null ? '' : String(key.hourly_limit),
          key.created_by_name,
          key.expires_at === null ? '' : instantToTheSecond(key.expires_at),
          key.last_used_at === null ? 'never' : instantToTheSecond(key.last_used_at),
          stateOf(key, now),
          key.id,
        ]);
        const header = ['NAME', 'KEY', 'TIER', 'SCOPE', 'LIMIT', 'MADE BY', 'EXPIRES', 'LAST USED', '', 'ID'];
        return tellTable(terminal, header, rows);
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
      'Make a key that takes the place of another and show it, once; the old one ends after its grace.',
    )
    .argument('<key>', WHICH_KEY)
    .option('--grace-hours <hours>', 'how long the old key goes on, 0 to 168 (default: 24)', Number)
    .option('--json', 'print the result as JSON', false)
    .action((key: string, { graceHours, json, token }) =>
      actAsMember(terminal, { token }, async (context, member) => {
        const { issued, replaced } = await rotateKey(context, member, withoutDots(key), graceHours);
        if (json) return terminal.out(JSON.stringify({ ...issued, replaces: replaced }, null, 2));
        tellKey(terminal, `${issued.name} rotated (${issued.id}), ${issued.tier}`, issued);
        return terminal.out(
          `The old key ${replaced.prefix}… ends at ${instantToTheSecond(replaced.expires_at)}.`,
        );
      }),
    );
}

function raiseCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('raise'))
    .description('Raise a key to a higher tier of its workspace, in place.')
    .argument('<key>', WHICH_KEY)
    .argument('<tier>', TIERS.join(', '))
    .action((key: string, tier: Tier, options) =>
      actAsMember(terminal, options, async (context, member) => {
        await raiseKey(context, member, withoutDots(key), tier);
        terminal.out(`${key} is a ${tier} key`);
      }),
    );
}

function revokeCommand(terminal: Terminal): Command {
  return withMemberToken(new Command('revoke'))
    .description('Revoke a key, at once and for ever.')
    .argument('<key>', WHICH_KEY)
    .action((key: string, options) =>
      actAsMember(terminal, options, async (context, member) => {
        await revokeKey(context, member, withoutDots(key));
        terminal.out(`${key} revoked`);
      }),
    );
}

/** Lists show a beginning with dots after it. */
function withoutDots(key: string): string {
  return key.replace(/…$/, '');
}

function tellKey(terminal: Terminal, what: string, { key }: IssuedKey): void {
  terminal.out(what);
  terminal.out(`  ${key}`);
  terminal.out('Only its hash is kept: store it now. It is given in the header x-api-key.');
}
