import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Digest, FrameworkVersion, Instant, LimitationsDisclosure, NextCursor } from './common.ts';
import { nullable } from './forms.ts';
import { Signature } from './proof.ts';

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
