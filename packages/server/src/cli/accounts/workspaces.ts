import { ENTITLEMENTS, type Entitlement, TIERS, type Tier } from '@rf-indicators/contract';
import { type Claimed, claimWorkspace, issueClaimCode } from '@rf-indicators/core/accounts/claim';
import type { ClaimCode } from '@rf-indicators/core/accounts/claim-codes';
import {
  createWorkspace,
  disablePilot,
  enablePilot,
  listWorkspaces,
  setTier,
  type Workspace,
} from '@rf-indicators/core/accounts/workspaces';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { type MasterKey, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { instantToTheSecond } from '../instants.ts';
import { actAs, withContext, withToken } from '../store-session.ts';
import { tellTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { rotateSecretCommand } from './rotate-secret.ts';

export function workspacesCommand(terminal: Terminal): Command {
  return new Command('workspaces')
    .description("Customers' workspaces. Operators make them; a customer's Contract Admin claims one.")
    .addHelpText('after', HELP)
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(claimCommand(terminal))
    .addCommand(setTierCommand(terminal))
    .addCommand(pilotCommand(terminal, 'enable-pilot', 'Let a workspace into the agent pilot.', enablePilot))
    .addCommand(pilotCommand(terminal, 'disable-pilot', 'End its part in the pilot, at once.', disablePilot))
    .addCommand(newClaimCodeCommand(terminal))
    .addCommand(rotateSecretCommand(terminal));
}

function createCommand(terminal: Terminal): Command {
  return withToken(new Command('create'))
    .description('Make a workspace and show its claim code, once.')
    .argument('<name>', 'what the customer is called; no two workspaces have the same name')
    .requiredOption('--tier <tier>', TIERS.join(', '))
    .option('--entitlements <list>', `what a CUSTOM contract lists, with commas: ${ENTITLEMENTS.join(',')}`)
    .option('--json', 'print the result as JSON', false)
    .action((name, { tier, entitlements, json, token }) =>
      actAs(terminal, { token }, async (context, actor) => {
        const wanted = { name, tier, entitlements: readEntitlements(entitlements) };
        const { workspace, claim } = await createWorkspace(context, actor, masterKeyFrom(terminal), wanted);
        tellClaimCode(
          terminal,
          `${workspace.name} created (${workspace.id}), ${tier}`,
          workspace,
          claim,
          json,
        );
      }),
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('List the workspaces.')
    .option('--json', 'print the list as JSON', false)
    .action(({ json }) =>
      withContext(terminal, async ({ store }) => {
        const workspaces = await listWorkspaces(store.db);
        if (json) return terminal.out(JSON.stringify(workspaces, null, 2));
        const rows = workspaces.map(({ id, name, tier, entitlements, pilot_enabled_at, claimed_at }) => [
          name,
          tier,
          entitlements.join(','),
          pilot_enabled_at === null ? '' : 'pilot',
          claimed_at === null ? 'not claimed' : 'claimed',
          id,
        ]);
        return tellTable(terminal, ['NAME', 'TIER', 'ENTITLEMENTS', 'PILOT', 'CLAIM', 'ID'], rows);
      }),
    );
}

function claimCommand(terminal: Terminal): Command {
  return new Command('claim')
    .description('Claim a workspace as its Contract Admin; shows your token and the signing secret, once.')
    .requiredOption('--code <code>', 'the claim code that the operator gave you')
    .requiredOption('--name <name>', 'what you are called')
    .option('--json', 'print the result as JSON', false)
    .action(({ code, name, json }) =>
      withContext(terminal, async (context) => {
        const claim = { code: code.trim(), name };
        tellClaimed(terminal, await claimWorkspace(context, masterKeyFrom(terminal), claim), json);
      }),
    );
}

function setTierCommand(terminal: Terminal): Command {
  return withToken(new Command('set-tier'))
    .description('Set the tier of a workspace. When it falls, its keys fall with it at once.')
    .argument('<workspace>', 'name or id')
    .argument('<tier>', TIERS.join(', '))
    .option('--entitlements <list>', `what a CUSTOM contract lists, with commas: ${ENTITLEMENTS.join(',')}`)
    .action((workspace, tier: Tier, { entitlements, token }) =>
      actAs(terminal, { token }, async (context, actor) => {
        const listed = readEntitlements(entitlements);
        const { name } = await setTier(context, actor, workspace, tier, listed);
        terminal.out(`${name} has the tier ${tier}${listed.length > 0 ? ` with ${listed.join(', ')}` : ''}`);
      }),
    );
}

function pilotCommand(
  terminal: Terminal,
  name: 'enable-pilot' | 'disable-pilot',
  description: string,
  change: (context: Context, actor: Actor, idOrName: string) => Promise<Workspace>,
): Command {
  return withToken(new Command(name))
    .description(description)
    .argument('<workspace>', 'name or id')
    .action((workspace, options) =>
      actAs(terminal, options, async (context, actor) => {
        const changed = await change(context, actor, workspace);
        const state = changed.pilot_enabled_at === null ? 'has no part' : 'takes part';
        terminal.out(`${changed.name} ${state} in the agent pilot`);
      }),
    );
}

function newClaimCodeCommand(terminal: Terminal): Command {
  return withToken(new Command('new-claim-code'))
    .description('Issue another claim code, as long as nobody claimed; the one before it ends.')
    .argument('<workspace>', 'name or id')
    .option('--json', 'print the result as JSON', false)
    .action((workspace, options) =>
      actAs(terminal, options, async (context, actor) => {
        const claim = await issueClaimCode(context, actor, workspace);
        tellClaimCode(terminal, `Claim code of ${workspace}`, {}, claim, options.json);
      }),
    );
}

function masterKeyFrom(terminal: Terminal): MasterKey {
  const { dataDir, masterKey } = readConfig(terminal.env);
  return readMasterKey(dataDir, masterKey);
}

/** Unknown ones are refused where entitlements are known. */
function readEntitlements(text: string | undefined): Entitlement[] {
  return (text?.split(',').map((entitlement) => entitlement.trim()) ?? []) as Entitlement[];
}

function tellClaimCode(
  terminal: Terminal,
  what: string,
  { id, name, tier }: Partial<Workspace>,
  { code, expires_at }: ClaimCode,
  json: boolean,
): void {
  const told = { id, name, tier, claim_code: code, claim_expires_at: expires_at };
  const lines = json
    ? [JSON.stringify(told, null, 2)]
    : [
        what,
        `  ${code}`,
        "Only its hash is kept. Hand it to the customer's Contract Admin, who claims the workspace with",
        `rf workspaces claim, once and before ${instantToTheSecond(expires_at)}.`,
      ];
  for (const line of lines) terminal.out(line);
}

function tellClaimed(terminal: Terminal, { member, token, signingSecret }: Claimed, json: boolean): void {
  const { name, workspace } = member;
  const told = {
    workspace: { id: workspace.id, name: workspace.name, tier: workspace.tier },
    member: { id: member.id, name, token },
    signing_secret: signingSecret,
  };
  const lines = json
    ? [JSON.stringify(told, null, 2)]
    : [
        `${name} is Contract Admin of ${workspace.name} (${workspace.id}), ${workspace.tier}`,
        `Token            ${token}`,
        `Signing secret   ${signingSecret}`,
        'Store both now: they are not shown again. The token is given in RF_TOKEN or with --token; the',
        'secret checks the signatures of webhooks. Next: rf terms show --kind api',
      ];
  for (const line of lines) terminal.out(line);
}

const HELP = `
From a workspace to its first key:
  rf workspaces create NAME --tier PROFESSIONAL             the operator; hand the code over
  rf workspaces claim --code CODE --name NAME               the customer's Contract Admin
  rf terms show --kind api                                  read, then accept what you read
  rf terms accept --kind api --accept-digest DIGEST
  rf keys create NAME --tier PROFESSIONAL`;
