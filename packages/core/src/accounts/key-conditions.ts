// The conditions for issuing a key, checked in the transaction that issues it.

import { mayIssue, TIER_TERMS, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { Refusal } from '../context/refusal.ts';
import type { KeyScope } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { hasAccepted } from './terms.ts';
import type { Workspace } from './workspaces.ts';

export interface WantedKey {
  tier: Tier;
  agent_scope: boolean;
  scope: KeyScope | null;
  hourly_limit: number | null;
  expires_at: number | null;
}

export async function requireIssuable(
  writes: Writes,
  workspace: Workspace,
  { tier, agent_scope, scope, hourly_limit, expires_at }: WantedKey,
  now: number,
): Promise<void> {
  if (!TIERS.includes(tier)) throw invalid(`"${tier}" is not a tier. Tiers are ${TIERS.join(', ')}.`);
  if (!TIER_TERMS[workspace.tier].issuesKeys) {
    const able = TIERS.filter((other) => TIER_TERMS[other].issuesKeys).join(', ');
    throw new Refusal(
      'workspace_not_eligible',
      `A ${workspace.tier} workspace cannot create keys. Workspaces with the ${able} tier can.`,
    );
  }
  if (!(await hasAccepted(writes, workspace.id, 'api'))) throw notAccepted('API', 'api');
  requireTierOf(workspace, tier);
  if (agent_scope && scope !== null)
    throw invalid(`A key with the scope ${scope} cannot have the agent scope: it could not call the tools.`);
  if (agent_scope) await requireAgentScope(writes, workspace, tier);
  const most = TIER_TERMS[tier].requestsPerHour;
  if (
    hourly_limit !== null &&
    !(Number.isInteger(hourly_limit) && hourly_limit >= 1 && hourly_limit <= most)
  ) {
    throw invalid(`The hourly limit of a ${tier} key must be a whole number from 1 to ${most}.`);
  }
  if (expires_at !== null && !(Number.isSafeInteger(expires_at) && expires_at > now)) {
    throw invalid('The expiry of a key must be in the future.');
  }
}

/** A key can have the tier of its workspace or a lower one; in a CUSTOM workspace, CUSTOM or FREE. */
export function requireTierOf(workspace: Workspace, tier: Tier): void {
  if (mayIssue(workspace.tier, tier)) return;
  const may = TIERS.filter((other) => mayIssue(workspace.tier, other));
  throw new Refusal(
    'workspace_not_eligible',
    may.length === 0
      ? `A ${workspace.tier} workspace cannot create keys.`
      : `A ${workspace.tier} workspace can have ${may.join(' and ')} keys, but not ${tier} keys.`,
  );
}

/** An operator must have enabled the pilot, the Contract Admin must have accepted its terms, and the tier must allow it. */
async function requireAgentScope(writes: Writes, workspace: Workspace, tier: Tier): Promise<void> {
  if (workspace.pilot_enabled_at === null) {
    throw new Refusal('pilot_not_enabled', `The agent pilot is not enabled for ${workspace.name}.`);
  }
  if (!(await hasAccepted(writes, workspace.id, 'agent'))) throw notAccepted('agent', 'agent');
  if (TIER_TERMS[tier].pilot) return;
  const able = TIERS.filter((other) => TIER_TERMS[other].pilot).join(' or ');
  throw invalid(`The agent scope requires a ${able} key, not a ${tier} key.`);
}

function notAccepted(title: string, kind: string): Refusal {
  return new Refusal(
    'terms_not_accepted',
    `The contract_admin has not accepted the current ${title} terms. Read them with rf terms show --kind ${kind}, then accept them with rf terms accept.`,
  );
}

function invalid(message: string): Refusal {
  return new Refusal('validation_failed', message);
}
