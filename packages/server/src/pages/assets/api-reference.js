// Renders the API reference from our OpenAPI descriptions. All features that contact other hosts are turned off.

const SOURCES = [
  { title: 'API', slug: 'api', url: '/api/openapi.json' },
  { title: 'Console', slug: 'console', url: '/api/console/openapi.json' },
];

/** Otherwise a trial request would send a value for every optional parameter, which no operation accepts. */
function withOptionalParametersOff(document) {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.required || parameter.in === 'path') continue;
    const { example, schema, ...rest } = parameter;
    const value = example ?? schema?.default ?? schema?.enum?.[0] ?? '';
    Object.assign(parameter, { ...rest, examples: { default: { value, 'x-disabled': true } } });
    delete parameter.example;
  }
  return document;
}

async function readSource({ url, ...source }) {
  const response = await fetch(url);
  return { ...source, content: withOptionalParametersOff(await response.json()) };
}

Promise.all(SOURCES.map(readSource)).then((sources) =>
  Scalar.createApiReference('#reference', {
    sources,
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
  }),
);
