// rf workspaces: creates, claims and changes customers' workspaces.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { ENTITLEMENTS, type Entitlement, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { Command } from 'commander';
import { asNobody, asStaff, readDesk, withToken } from '../act-session.ts';
import { instantToTheSecond } from '../instants.ts';
import { listPages } from '../pages.ts';
import { printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { rotateSecretCommand } from './rotate-secret.ts';
import { showSecretCommand } from './show-secret.ts';
import { showWorkspaceCommand } from './show-workspace.ts';

const ENTITLEMENTS_HELP = `entitlements of a CUSTOM contract, separated by commas: ${ENTITLEMENTS.join(',')}`;

export function workspacesCommand(terminal: Terminal): Command {
  return new Command('workspaces')
    .addHelpText('after', HELP)
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(claimCommand(terminal))
    .addCommand(setTierCommand(terminal))
    .addCommand(pilotCommand(terminal, 'enable', 'Let a workspace take part in the agent pilot.'))
    .addCommand(
      pilotCommand(terminal, 'disable', "End a workspace's participation in the agent pilot immediately."),
    )
    .addCommand(suspendCommand(terminal))
    .addCommand(resumeCommand(terminal))
    .addCommand(newClaimCodeCommand(terminal))
    .addCommand(showWorkspaceCommand(terminal))
    .addCommand(showSecretCommand(terminal))
    .addCommand(rotateSecretCommand(terminal));
}

function createCommand(terminal: Terminal): Command {
  return withToken(new Command('create'))
    .description('Create a workspace and show its claim code once.')
    .argument('<name>', 'the name of the customer; unique among workspaces')
    .requiredOption('--tier <tier>', TIERS.join(', '))
    .option('--entitlements <list>', ENTITLEMENTS_HELP)
    .option('--json', 'print the result as JSON', false)
    .action((name, { tier, entitlements, json, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const wanted = { name, tier, entitlements: readEntitlements(entitlements) };
        const { workspace, ...claim } = await perform('workspaces.create', wanted);
        const { id, name: called } = workspace;
        const what = `${called} created (${id}), ${tier}`;
        printClaimCode(terminal, what, { id, name: called, tier, ...claim }, json);
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the workspaces.')
    .option('--json', 'print the list as JSON', false)
    .action(({ json }) =>
      readDesk(terminal, async (perform) => {
        const { data } = await listPages(perform, 'workspaces.list', {});
        if (json) return terminal.out(JSON.stringify(data, null, 2));
        const rows = data.map(
          ({ id, name, tier, entitlements, pilot_enabled_at, claimed_at, suspended_at }) => [
            name,
            tier,
            entitlements.join(','),
            pilot_enabled_at === null ? '' : 'pilot',
            claimed_at === null ? 'not claimed' : 'claimed',
            suspended_at === null ? '' : 'suspended',
            id,
          ],
        );
        return printTable(terminal, ['NAME', 'TIER', 'ENTITLEMENTS', 'PILOT', 'CLAIM', '', 'ID'], rows);
      }),
    );
}

function claimCommand(terminal: Terminal): Command {
  return new Command('claim')
    .description('Claim a workspace as its Contract Admin, and show your token and the signing secret once.')
    .requiredOption('--code <code>', 'the claim code that the operator gave you')
    .requiredOption('--name <name>', 'your name')
    .option('--json', 'print the result as JSON', false)
    .action(({ code, name, json }) =>
      asNobody(terminal, async (perform) => {
        printClaimed(terminal, await perform('workspaces.claim', { code: code.trim(), name }), json);
      }),
    );
}

function setTierCommand(terminal: Terminal): Command {
  return withToken(new Command('set-tier'))
    .description('Set the tier of a workspace. When it is downgraded, its keys are downgraded immediately.')
    .argument('<workspace>', 'name or id')
    .argument('<tier>', TIERS.join(', '))
    .option('--entitlements <list>', ENTITLEMENTS_HELP)
    .action((workspace, tier: Tier, { entitlements, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const listed = readEntitlements(entitlements);
        const { name } = await perform('workspaces.set_tier', { workspace, tier, entitlements: listed });
        terminal.out(
          `${name} now has the ${tier} tier${listed.length > 0 ? ` with ${listed.join(', ')}` : ''}`,
        );
      }),
    );
}

const PILOT_ACTS = { enable: 'workspaces.enable_pilot', disable: 'workspaces.disable_pilot' } as const;

function pilotCommand(terminal: Terminal, verb: 'enable' | 'disable', description: string): Command {
  return withToken(new Command(`${verb}-pilot`))
    .description(description)
    .argument('<workspace>', 'name or id')
    .action((workspace, options) =>
      asStaff(terminal, options, async (perform) => {
        const { name, pilot_enabled_at } = await perform(PILOT_ACTS[verb], { workspace });
        const state = pilot_enabled_at === null ? 'no longer takes part' : 'now takes part';
        terminal.out(`${name} ${state} in the agent pilot`);
      }),
    );
}

function suspendCommand(terminal: Terminal): Command {
  return withToken(new Command('suspend'))
    .description(
      'Stop all keys, agent tools and webhook deliveries of a workspace. Its members can only read.',
    )
    .argument('<workspace>', 'name or id')
    .requiredOption('--reason <text>', 'for the record; not shown to the workspace')
    .action((workspace, { reason, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const { name } = await perform('workspaces.suspend', { workspace, reason });
        terminal.out(`${name} is suspended. To end it: rf workspaces resume "${name}"`);
      }),
    );
}

function resumeCommand(terminal: Terminal): Command {
  return withToken(new Command('resume'))
    .description('End the suspension of a workspace. Waiting webhook deliveries are sent.')
    .argument('<workspace>', 'name or id')
    .option('--reason <text>', 'for the record')
    .action((workspace, { reason, token }) =>
      asStaff(terminal, { token }, async (perform) => {
        const { name } = await perform('workspaces.resume', { workspace, reason });
        terminal.out(`${name} is no longer suspended`);
      }),
    );
}

function newClaimCodeCommand(terminal: Terminal): Command {
  return withToken(new Command('new-claim-code'))
    .description('Issue another claim code for a workspace that nobody has claimed. Earlier codes expire.')
    .argument('<workspace>', 'name or id')
    .option('--json', 'print the result as JSON', false)
    .action((workspace, options) =>
      asStaff(terminal, options, async (perform) => {
        const claim = await perform('workspaces.issue_claim_code', { workspace });
        printClaimCode(terminal, `Claim code for ${workspace}`, claim, options.json);
      }),
    );
}

/** Unknown entitlements are refused by the act. */
function readEntitlements(text: string | undefined): Entitlement[] {
  return (text?.split(',').map((entitlement) => entitlement.trim()) ?? []) as Entitlement[];
}

function printClaimCode(
  terminal: Terminal,
  what: string,
  claim: AnswerOf<'workspaces.issue_claim_code'> & { id?: string; name?: string; tier?: Tier },
  json: boolean,
): void {
  const lines = json
    ? [JSON.stringify(claim, null, 2)]
    : [
        what,
        `  ${claim.claim_code}`,
        "It is not shown again. Give it to the customer's Contract Admin, who can claim the workspace with it once,",
        `with rf workspaces claim, before ${instantToTheSecond(claim.claim_expires_at)}.`,
      ];
  for (const line of lines) terminal.out(line);
}

function printClaimed(terminal: Terminal, claimed: AnswerOf<'workspaces.claim'>, json: boolean): void {
  const { workspace, member, signing_secret } = claimed;
  const lines = json
    ? [JSON.stringify(claimed, null, 2)]
    : [
        `${member.name} is now Contract Admin of ${workspace.name} (${workspace.id}), ${workspace.tier}`,
        `Token            ${member.token}`,
        `Signing secret   ${signing_secret}`,
        'Store both now: they are not shown again. Pass the token in RF_TOKEN or with --token. Use the secret to',
        'verify the signatures of webhooks. Next: rf terms show --kind api',
      ];
  for (const line of lines) terminal.out(line);
}

const HELP = `
From a workspace to its first key:
  rf workspaces create NAME --tier PROFESSIONAL             as operator; give the code to the customer
  rf workspaces claim --code CODE --name NAME               as Contract Admin of the customer
  rf terms show --kind api                                  read the terms, then accept them
  rf terms accept --kind api --accept-digest DIGEST
  rf keys create NAME --tier PROFESSIONAL`;
