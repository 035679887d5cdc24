// The past of the fictional Enterprise customer, so that its Contract Admin has agents, webhooks and usage to look at.

import { type AgentCall, writeCalls } from '@rf-indicators/core/accounts/agent-calls';
import { createKey, listKeys } from '@rf-indicators/core/accounts/keys';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember, type Member } from '@rf-indicators/core/accounts/members';
import { listStaff } from '@rf-indicators/core/accounts/staff';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { type UsageDelta, writeUsage } from '@rf-indicators/core/accounts/usage-records';
import { enablePilot, findWorkspace, type Workspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { ENTERPRISE_CUSTOMER, PEOPLE } from './story.ts';
import { prepareWebhookHistory } from './webhook-history.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/**
 * Nobody knows this key; the visitor can create another with the agent scope. It is older than the webhooks, because the audit
 * trail lists acts in the order in which they are recorded.
 */
const AGENT_KEY = {
  name: 'underwriting-agent',
  createdBefore: 26 * DAY,
  callsPerDay: { get_provider_score: 38, search_providers: 9, get_score_history: 4 },
};
const ASKS_AT_HOUR = 9;
const FASTEST_US = 900;

/** The first start writes the past; later ones leave it alone. */
export async function prepareEnterpriseHistory(context: Context, masterKey: MasterKey): Promise<void> {
  const { db } = context.store;
  const workspace = (await findWorkspace(db, ENTERPRISE_CUSTOMER))!;
  if ((await listKeys(db, workspace.id)).some(({ name }) => name === AGENT_KEY.name)) return;
  const members = await listMembers(db, workspace.id);
  const { id } = members.find(({ role, removed_at }) => role === 'contract_admin' && removed_at === null)!;
  const admin = (await findMember(db, id))!;
  await joinPilot(context, workspace, admin);
  await prepareWebhookHistory(context, masterKey, admin);
}

/** The operator enables the pilot, the Contract Admin accepts its terms, and an agent begins to ask. */
async function joinPilot(context: Context, { name, pilot_enabled_at }: Workspace, admin: Member) {
  const now = context.clock();
  const before = (time: number): Context => ({ ...context, clock: () => now - time });
  const { createdBefore, callsPerDay, name: key } = AGENT_KEY;
  const operator = (await listStaff(context.store.db)).find((one) => one.name === PEOPLE.operator.name)!;
  if (pilot_enabled_at === null) await enablePilot(before(createdBefore + DAY), operator, name);
  const terms = { kind: 'agent' as const, digest: currentTerms('agent').digest, from: 'the demo' };
  await acceptTerms(before(createdBefore + HOUR), admin, terms);
  const wanted = { name: key, tier: 'ENTERPRISE' as const, agent_scope: true };
  const { id: keyId } = await createKey(before(createdBefore), admin, wanted);
  const today = now - (now % DAY);
  const days = Array.from({ length: createdBefore / DAY - 1 }, (_, at) => today - (at + 1) * DAY);
  const asked = days.flatMap((day, at) =>
    Object.entries(callsPerDay).map(([tool, calls]) => ({
      tool,
      hour: day + ASKS_AT_HOUR * HOUR,
      // More on some days than on others, and the same on every machine.
      calls: calls + ((at * 7) % 13),
    })),
  );
  const usage = asked.map(
    ({ tool, hour, calls }): UsageDelta => ({
      keyId,
      hour,
      operation: `callAgentTool:${tool}`,
      accepted: calls,
      refused: 0,
      lastAt: hour + HOUR - 1,
    }),
  );
  const calls = asked.flatMap((one) => callsOf(keyId, one)).sort((a, b) => a.at - b.at);
  await context.store.transaction(async (writes) => {
    await writeUsage(writes, usage);
    await writeCalls(context, writes, calls);
  });
}

/** The same calls, one by one, spread over their hour. */
function callsOf(keyId: string, { tool, hour, calls }: { tool: string; hour: number; calls: number }) {
  return Array.from({ length: calls }, (_, at): AgentCall => {
    const then = hour + Math.floor(((at + 0.5) * HOUR) / calls);
    return {
      keyId,
      at: then,
      requestId: `demo-${tool}-${then}`,
      endpoint: 'mcp',
      tool,
      outcome: 'ok',
      durationUs: FASTEST_US + ((at * 137) % 1000),
    };
  });
}
