// Daily dumps.

import type { Static } from 'typebox';
import { Digest, FrameworkVersion, Instant, LimitationsDisclosure, NextCursor } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { Signature } from '../schemas/proof.ts';
import { Type } from '../type.ts';
import { operations } from './operation.ts';
import { closed, NO_PARAMETERS } from './parameters.ts';

export const Dataset = Type.Object(
  {
    date: Type.String({
      format: 'date',
      description: 'The UTC day. The dump shows what was public at its end.',
    }),
    framework_version: FrameworkVersion,
    rows: Type.Integer({ minimum: 0, description: 'The number of indicators.' }),
    bytes: Type.Integer({ minimum: 0, description: 'The size of the compressed file.' }),
    sha256: Digest,
    csv_sha256: Digest,
    made_at: Instant,
  },
  {
    description:
      'A daily dump: /datasets/{date}.csv.gz. sha256 is the digest of that file, csv_sha256 that of the CSV text in it.',
  },
);
export type Dataset = Static<typeof Dataset>;

export const DatasetList = Type.Object(
  {
    data: Type.Array(Dataset),
    signature: nullable(Signature, {
      description:
        'Covers the canonical bytes (RFC 8785) of {"datasets": data, "index": "datasets", "version": 1}; null as long as data is empty.',
    }),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'DatasetList', description: 'All daily dumps, oldest first. Members may be added.' },
);
export type DatasetList = Static<typeof DatasetList>;

export default operations({
  listDatasets: {
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
  },
  getDataset: {
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
  },
});
