// Customers of the agent pilot, and both doors as a caller knocks at them.

import type { Tier } from '@rf-indicators/contract';
import type { Member } from '@rf-indicators/core/accounts/members';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { enablePilot } from '@rf-indicators/core/accounts/workspaces';
import type { Api } from '../../../../test/support/api.ts';
import type { Called } from '../../../../test/support/described.ts';
import { until } from '../../../../test/support/until.ts';
import { TOOLS } from '../../src/agent/tools.ts';
import { customer, issue, type Office } from '../http/customers.ts';

export async function inPilot(office: Office, tier: Tier = 'ENTERPRISE'): Promise<Member> {
  const member = await customer(office, tier);
  await enablePilot(office.desk, office.operator, member.workspace.id);
  await acceptTerms(office.desk, member, {
    kind: 'agent',
    digest: currentTerms('agent').digest,
    from: 'a test',
  });
  return member;
}

/** That of the example of evaluate_policy, as in the demo. */
export const POLICY = TOOLS.evaluate_policy.example.policy as string;

/** A key that both doors take, once the server knows it. */
export async function agentKey(api: Api, office: Office, tier: Tier = 'ENTERPRISE'): Promise<string> {
  const { key } = await issue(office, await inPilot(office, tier), { agent_scope: true });
  await known(api, key);
  return key;
}

export async function known(api: Api, key: string): Promise<void> {
  await until(
    'the server knows the key',
    async () => (await api.get('/api/v1/issuances', key)).status === 200,
  );
}

/** The plain door. */
export function callTool(api: Api, key: string, tool_name: string, input: unknown): Promise<Called> {
  return api.call('POST', '/api/mcp', { key, body: { tool_name, input } });
}

export const MCP_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

/** The Model Context Protocol, as a client of a version before the current one would speak it. */
export function sendMessage(
  api: Api,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = MCP_HEADERS,
): Promise<Called> {
  return api.call('POST', '/api/mcp', { key, headers, body });
}

export function toolMessage(name: string, input: unknown, id: string | number = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } };
}
