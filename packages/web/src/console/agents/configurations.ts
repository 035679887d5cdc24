// Configurations for agent programs, as docs/use/agents.md has them.

const KEY = 'rf_live_YOUR_KEY';

export function configurationsFor(origin: string): Readonly<Record<string, string>> {
  const url = `${origin}/api/mcp`;
  const headers = { 'x-api-key': KEY };
  return {
    'Claude Code': written({ mcpServers: { rf: { type: 'http', url, headers } } }),
    Cursor: written({ mcpServers: { rf: { url, headers } } }),
    'Visual Studio Code': written({ servers: { rf: { type: 'http', url, headers } } }),
    'Claude Desktop': written({
      mcpServers: {
        rf: {
          command: 'node',
          args: ['/opt/rf-risk-indicators/packages/server/bin/rf.mjs', 'mcp'],
          env: { RF_URL: origin, RF_API_KEY: KEY },
        },
      },
    }),
    curl: `curl -s ${url} -H 'x-api-key: ${KEY}' \\
  -H 'content-type: application/json' \\
  -d '{"tool_name": "search_providers", "input": {"query": "bitcoin"}}'`,
  };
}

function written(content: object): string {
  return JSON.stringify(content, null, 2);
}
