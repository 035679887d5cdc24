// Upcoming issuances.

import { IssuanceList, IssuanceStatus, IssuanceType } from '../schemas/issuances.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, NO_PARAMETERS, page } from './parameters.ts';

export default operations({
  listIssuances: {
    method: 'GET',
    path: '/api/v1/issuances',
    tag: 'issuances',
    summary: 'List upcoming issuances',
    description:
      'Returns issuances that are announced or pricing. If the issuer has a current indicator, its score, band and date are shown too. They are about the issuer, not about the issued security.',
    access: 'key',
    params: NO_PARAMETERS,
    query: closed({ status: Type.Optional(IssuanceStatus), type: Type.Optional(IssuanceType), ...page }),
    success: { status: 200, schema: IssuanceList, mediaType: JSON_TYPE, description: 'The issuances.' },
    problems: [],
    caching: 'keyed',
  },
});
