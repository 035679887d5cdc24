// What holds for the whole interface.

import type { JsonObject } from './references.ts';

const DESCRIPTION = `
Deterministic risk indicators for providers of digital-credit products: with the approved inputs, the methodology
version and the configuration held constant, the same indicator is produced.

**Keys.** Operations with security take a key in the header \`x-api-key\`. \`x-required-entitlement\` names what the key
must be entitled to, \`x-required-tier\` the least tier that has it.

**Order of refusals.** Path (404), method (405 with \`Allow\`), key (401), rate limit (429), entitlement (403),
parameters and body (400, 413, 415, 422), resource (404). Refusals are problem documents (RFC 9457); programs act on
\`code\`.

**Any path** may also answer 405, 408, 414 and 431. \`HEAD\` is taken wherever \`GET\` is, and answers with the same
headers; \`OPTIONS\` answers 204. Every response carries \`x-request-id\`.

**Versions.** The interface is versioned in the path. Within v1, members, parameters, operations and problem codes may be
added, never removed, renamed or re-typed; clients ignore what they do not know. The methodology has its own version,
in \`framework_version\`.

**Deprecation.** What will go is announced with the headers \`Deprecation\` and \`Sunset\`, and goes on working for at least
12 months after that.
`;

export const INFO: JsonObject = {
  title: 'RF Risk Indicators',
  version: '1.0.0',
  summary: 'Scores, bands and their proofs, for reading.',
  description: DESCRIPTION.trim(),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};
