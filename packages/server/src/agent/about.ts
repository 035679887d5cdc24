// Who we say we are to agents; docs/mcp/server.json says the same to the registry.

export const SERVER_INFO = {
  name: 'rf-risk-indicators',
  title: 'RF Risk Indicators',
  version: '1.0.0',
  description:
    'Published risk indicators of providers of digital-credit products: scores, bands, reasons and proofs, for reading.',
};
