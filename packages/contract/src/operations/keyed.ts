import { Type } from 'typebox';
import {
  ComputationAnswer,
  IssuanceList,
  IssuanceStatus,
  IssuanceType,
  Methodology,
  Usage,
} from '../schemas/index.ts';
import { operation } from './operation.ts';
import { closed, indicator, NO_PARAMETERS, page, period } from './parameters.ts';

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
