// The framework, and what a version of it changes.

import { Methodology } from '../schemas/methodology.ts';
import { MethodologyDifferences } from '../schemas/methodology-differences.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, NO_PARAMETERS } from './parameters.ts';

export default operations({
  getMethodology: {
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
  },
  getMethodologyDifferences: {
    method: 'GET',
    path: '/api/public/methodology/{version}/differences',
    tag: 'methodology',
    summary: 'Get what a framework version changes',
    description:
      'Returns the old and the new score and band of every provider that had a current indicator when the version was announced. The list is published with the announcement, before the version takes effect. The first version has none.',
    access: 'public',
    params: closed({
      version: Type.String({
        pattern: '^((0|[1-9][0-9]*)[.](0|[1-9][0-9]*)|[0-9a-f]{64})$',
        maxLength: 64,
        description: 'The version, such as 1.1, or the digest of the framework.',
      }),
    }),
    query: NO_PARAMETERS,
    success: {
      status: 200,
      schema: MethodologyDifferences,
      mediaType: JSON_TYPE,
      description: 'The list of differences.',
    },
    problems: ['not_found'],
    caching: 'public',
  },
});
