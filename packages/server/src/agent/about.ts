// The name and description of the MCP server. docs/mcp/server.json repeats them for the MCP registry.

export const SERVER_INFO = {
  name: 'rf-risk-indicators',
  title: 'RF Risk Indicators',
  version: '1.0.0',
  description:
    'Read published risk indicators of providers of digital-credit products: scores, bands, reasons and proofs.',
};
