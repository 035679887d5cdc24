import {
  ComputationAnswer,
  EventList,
  IssuanceList,
  IssuanceStatus,
  IssuanceType,
  Methodology,
  Usage,
} from '../schemas/index.ts';
import { Type } from '../type.ts';
import { operation } from './operation.ts';
import { closed, cursor, eventTypes, indicator, NO_PARAMETERS, page, period } from './parameters.ts';

const JSON_TYPE = 'application/json';

export const getMethodology = operation({
  id: 'getMethodology',
  method: 'GET',
  path: '/api/v1/methodology',
  tag: 'methodology',
  summary: 'Get the current framework',
  description:
    'Returns the version, module weights, criteria, hard rules, thresholds, rounding and sign-off of the current framework, and a list of all versions.',
  access: 'methodology',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: Methodology, mediaType: JSON_TYPE, description: 'The framework.' },
  problems: ['not_found'],
  caching: 'keyed',
});

export const getComputation = operation({
  id: 'getComputation',
  method: 'GET',
  path: '/api/v1/computation/{id}',
  tag: 'proofs',
  summary: 'Get the computation package of a published indicator',
  description:
    'Returns the inputs, framework, result, statement, signature and log entry: everything needed to recompute the indicator bit for bit. Superseded, corrected and withdrawn indicators stay available.',
  access: 'computation',
  params: closed({ id: indicator }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: ComputationAnswer, mediaType: JSON_TYPE, description: 'The package.' },
  problems: ['indicator_not_found'],
  caching: 'keyed',
});

export const listIssuances = operation({
  id: 'listIssuances',
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
});

export const getUsage = operation({
  id: 'getUsage',
  method: 'GET',
  path: '/api/v1/usage',
  tag: 'usage',
  summary: 'Get the usage of the key',
  description:
    'Returns the number of accepted and refused requests of the key of this request, by hour and operation, newest first, and the rate limit that it shares with other keys. Members of the workspace can list the usage of all its keys.',
  access: 'key',
  params: NO_PARAMETERS,
  query: closed({ ...period, ...page }),
  success: { status: 200, schema: Usage, mediaType: JSON_TYPE, description: 'The usage.' },
  problems: [],
  caching: 'none',
});

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/api/v1/events',
  tag: 'changes',
  summary: 'List events',
  description:
    'Returns the events of the workspace in the order of their sequence numbers, in the form in which webhooks send them: for catching up after missed deliveries, or instead of an endpoint. The detail of a score is included if the key is entitled to the scores operations.',
  access: 'key',
  params: NO_PARAMETERS,
  query: closed({
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 999_999_999_999_999,
        default: 0,
        description: 'Only events with a higher sequence number: the next_after of an earlier response.',
      }),
    ),
    types: eventTypes,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 100,
        description: 'The maximum number of events per page.',
      }),
    ),
    cursor,
  }),
  success: { status: 200, schema: EventList, mediaType: JSON_TYPE, description: 'The events.' },
  problems: [],
  caching: 'keyed',
});
