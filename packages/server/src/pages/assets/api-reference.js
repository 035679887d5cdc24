// Draws the reference from our own description. Everything that would ask another host is turned off.

Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideDarkModeToggle: true,
  hideClientButton: true,
  authentication: { preferredSecurityScheme: 'apiKey' },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
