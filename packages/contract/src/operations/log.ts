// The transparency log and its signing keys.

import type { Static } from 'typebox';
import { Instant, LimitationsDisclosure, NextCursor } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { operations } from './operation.ts';
import { closed, NO_PARAMETERS } from './parameters.ts';

export const SigningKey = Type.Object(
  {
    key_id: Type.String({
      description:
        'The name and hash of the key, in the form name+hash. Signatures identify their key by it.',
    }),
    algorithm: Type.Literal('Ed25519'),
    public_key: Type.String({ description: 'The verifier key, in the format of C2SP signed notes.' }),
    valid_from: Instant,
    valid_until: nullable(Instant, { description: 'Null for the current signing key.' }),
    rotation_log_index: Type.Optional(
      nullable(Type.Integer({ minimum: 0 }), {
        description:
          'The log entry that introduced the key, signed by the old and the new key; null for the first key.',
      }),
    ),
    follows_pinned_key: Type.Optional(
      nullable(Type.Boolean(), {
        description:
          'Whether rotations in the log connect the key with the one that the service keeps outside its store; null if it keeps none. Pin a key yourself to be certain.',
      }),
    ),
  },
  {
    description:
      'A signing key and its validity period. Old keys still verify the signatures that they made.',
  },
);
export type SigningKey = Static<typeof SigningKey>;

export const SigningKeys = Type.Object(
  {
    data: Type.Array(SigningKey),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'SigningKeys', description: 'All signing keys, oldest first. Members may be added.' },
);
export type SigningKeys = Static<typeof SigningKeys>;

export default operations({
  listSigningKeys: {
    method: 'GET',
    path: '/api/public/keys',
    tag: 'proofs',
    summary: 'List the signing keys',
    description:
      'Returns all keys that have ever been used for signing, with their validity periods. Each key rotation is a log entry that both keys signed.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: SigningKeys, mediaType: 'application/json', description: 'The keys.' },
    problems: [],
    caching: 'public',
  },
  getCheckpoint: {
    method: 'GET',
    path: '/log/checkpoint',
    tag: 'proofs',
    summary: 'Get the latest checkpoint of the log',
    description:
      'Returns a signed note (C2SP tlog-checkpoint) with the origin, tree size and root hash of the log.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: {
      status: 200,
      schema: Type.String({ description: 'A signed note.' }),
      mediaType: 'text/plain',
      description: 'The checkpoint.',
    },
    problems: ['not_found'],
    caching: 'public',
  },
  getTile: {
    method: 'GET',
    path: '/log/tile/{path}',
    tag: 'proofs',
    summary: 'Get a tile of the log',
    description:
      'Returns up to 256 hashes of one level of the tree (C2SP tlog-tiles). With entries as the level, it returns up to 256 leaves.',
    access: 'public',
    params: closed({
      path: Type.String({
        pattern:
          '^([0-9]|[1-5][0-9]|6[0-3]|entries)/(x[0-9]{3}/)*[0-9]{3}([.]p/([1-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]))?$',
        maxLength: 64,
        description:
          'The level and index of the tile, such as 0/x001/234. A partial tile ends in .p/ and its width, such as 1/000.p/17.',
      }),
    }),
    query: NO_PARAMETERS,
    success: { status: 200, schema: null, mediaType: 'application/octet-stream', description: 'The tile.' },
    problems: ['not_found'],
    caching: 'immutable',
    note: 'The path parameter spans several segments. Write its slashes as they are, not as %2F. OpenAPI cannot express this.',
  },
  getLogList: {
    method: 'GET',
    path: '/log/lists/{index}',
    tag: 'proofs',
    summary: 'Get the list behind a leaf of the log',
    description:
      'Returns the list that a leaf of the kinds publication, staleness or changelog has the digest of. The SHA-256 of the body is the member list.sha256 of the leaf.',
    access: 'public',
    params: closed({
      index: Type.Integer({ minimum: 0, maximum: 9007199254740991, description: 'The index of the leaf.' }),
    }),
    query: NO_PARAMETERS,
    success: {
      status: 200,
      schema: Type.String({ description: 'One JSON object per line, in canonical form.' }),
      mediaType: 'application/jsonl',
      description: 'The list.',
    },
    problems: ['not_found'],
    caching: 'immutable',
  },
});
