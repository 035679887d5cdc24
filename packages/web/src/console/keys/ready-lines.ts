// Lines that use a key, ready to paste.

interface ReadyLinesInput {
  origin: string;
  key: string;
  tier: string;
  forAgents: boolean;
}

/** By the name of the tab that shows them. A FREE key reads no scores, so its lines read issuances. */
export function linesFor({ origin, key, tier, forAgents }: ReadyLinesInput): Record<string, string> {
  const isFree = tier === 'FREE';
  return {
    curl: `curl -H 'x-api-key: ${key}' \\
  ${origin}/api/v1/${isFree ? 'issuances' : 'scores'}`,
    JavaScript: `import { RfClient } from '@rf-indicators/sdk';

const client = new RfClient({
  baseUrl: '${origin}',
  apiKey: '${key}',
});
console.log(await client.${isFree ? 'listIssuances' : 'listScores'}());`,
    Python: `from rf_indicators import RfClient

with RfClient(
    "${key}",
    base_url="${origin}",
) as client:
    print(client.${isFree ? 'list_issuances' : 'list_scores'}())`,
    ...(forAgents ? { Agent: agentConfiguration(origin, key) } : {}),
  };
}

/** For programs that read .mcp.json. */
function agentConfiguration(origin: string, key: string): string {
  const server = { type: 'http', url: `${origin}/api/mcp`, headers: { 'x-api-key': key } };
  return JSON.stringify({ mcpServers: { rf: server } }, null, 2);
}
