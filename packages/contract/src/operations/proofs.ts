import { UUID } from '../schemas/forms.ts';
import { Confirmation, SigningKeys, Verification } from '../schemas/index.ts';
import { Type } from '../type.ts';
import { operation } from './operation.ts';
import { closed, indicator, NO_PARAMETERS } from './parameters.ts';

export const verifyIndicator = operation({
  id: 'verifyIndicator',
  method: 'GET',
  path: '/api/public/verify/{verification_id}',
  tag: 'proofs',
  summary: 'Verify a published indicator',
  description:
    'Returns the signed statement, its log entry, whether the indicator is still current, and whether it is stale. Verify the signature with a key that you have pinned: a key taken from a response proves nothing.',
  access: 'public',
  params: closed({ verification_id: indicator }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: Verification, mediaType: 'application/json', description: 'The proof.' },
  problems: ['indicator_not_found'],
  caching: 'public',
});

export const getConfirmation = operation({
  id: 'getConfirmation',
  method: 'GET',
  path: '/api/public/confirmations/{run}',
  tag: 'proofs',
  summary: 'Get the proof of a confirmation',
  description:
    'Returns the signed record of a run that confirmed indicators, the list of their verification ids, and the log entry of the record. A run confirms an indicator if its inputs and its score have not changed.',
  access: 'public',
  params: closed({
    run: Type.String({ pattern: UUID, description: 'The id of the run, from confirmed_by in a snapshot.' }),
  }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: Confirmation, mediaType: 'application/json', description: 'The proof.' },
  problems: ['not_found'],
  caching: 'public',
});

export const listSigningKeys = operation({
  id: 'listSigningKeys',
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
});

export const getCheckpoint = operation({
  id: 'getCheckpoint',
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
});

export const getTile = operation({
  id: 'getTile',
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
});

export const getLogList = operation({
  id: 'getLogList',
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
});
