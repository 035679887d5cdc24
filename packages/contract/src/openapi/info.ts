// The introduction of the OpenAPI document.

import type { JsonObject } from './references.ts';

const DESCRIPTION = `
Deterministic risk indicators for providers of digital-credit products. The same approved inputs, framework version and
configuration always produce the same indicator.

**API keys.** Operations with a security requirement need an API key in the \`x-api-key\` header.
\`x-required-entitlement\` names the entitlement that the key must have, and \`x-required-tier\` the lowest tier that
includes it.

**Errors.** Errors are problem documents (RFC 9457). Programs should act on \`code\`. The service checks a request in
this order: path (404), method (405 with an \`Allow\` header), API key (401), rate limit (429), entitlement (403),
parameters and body (400, 413, 415, 422), resource (404).

**Methods and headers.** Wherever \`GET\` is supported, \`HEAD\` returns the same headers without a body. \`OPTIONS\`
returns 204. Every response has an \`x-request-id\` header, and pages of any origin may read it
(\`Access-Control-Allow-Origin: *\`).

**Versions.** The version of the API is part of the path. Within v1, members, parameters, operations and problem codes
may be added, but never removed, renamed or changed in type. Clients must ignore members that they do not know. The
framework has a version of its own, in \`framework_version\`.

**Deprecation.** The headers \`Deprecation\` and \`Sunset\` announce the end of an operation at least 12 months before it
is removed.
`;

export const INFO: JsonObject = {
  title: 'RF Risk Indicators',
  version: '1.0.0',
  summary: 'A read API for risk scores, risk bands and their proofs.',
  description: DESCRIPTION.trim(),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};
