// Renders the API reference from our OpenAPI description. All features that contact other hosts are turned off.

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
