import { DatasetList } from '../schemas/index.ts';
import { Type } from '../type.ts';
import { operation } from './operation.ts';
import { closed, NO_PARAMETERS } from './parameters.ts';

export const listDatasets = operation({
  id: 'listDatasets',
  method: 'GET',
  path: '/datasets/index.json',
  tag: 'scores',
  summary: 'List the daily dumps',
  description:
    'Returns the dumps of all days since the first publication, with their digests. The list is signed; verify it with a key that you have pinned.',
  access: 'public',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: DatasetList, mediaType: 'application/json', description: 'The dumps.' },
  problems: [],
  caching: 'public',
});

export const getDataset = operation({
  id: 'getDataset',
  method: 'GET',
  path: '/datasets/{date}.csv.gz',
  tag: 'scores',
  summary: 'Get the dump of a day',
  description:
    'Returns the headline score of every indicator that was public at the end of that UTC day, as a CSV file compressed with gzip. The first line is a comment with the framework version and the date. A dump never changes: later corrections are in the changelog.',
  access: 'public',
  params: closed({
    date: Type.String({
      pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
      description: 'The UTC day, such as 2026-04-26.',
    }),
  }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: null, mediaType: 'application/gzip', description: 'The dump.' },
  problems: ['not_found'],
  caching: 'immutable',
});
