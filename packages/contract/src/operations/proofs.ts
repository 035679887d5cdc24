import { Type } from 'typebox';
import { SigningKeys, Verification } from '../schemas/index.ts';
import { operation } from './operation.ts';
import { closed, indicator, NO_PARAMETERS } from './parameters.ts';

export const verifyIndicator = operation({
  id: 'verifyIndicator',
  method: 'GET',
  path: '/api/public/verify/{verification_id}',
  tag: 'proofs',
  summary: 'Verify a published indicator',
  description:
    'The signed statement, its place in the log, and whether the indicator still stands. Verify it against a key that you pinned: a key out of an answer proves nothing.',
  access: 'public',
  params: closed({ verification_id: indicator }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: Verification, mediaType: 'application/json', description: 'The proof.' },
  problems: ['indicator_not_found'],
  caching: 'public',
});

export const listSigningKeys = operation({
  id: 'listSigningKeys',
  method: 'GET',
  path: '/api/public/keys',
  tag: 'proofs',
  summary: 'List the signing keys',
  description:
    'All keys that ever signed, with their validity. A rotation is a log entry signed by both keys.',
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
  summary: "Get the log's newest checkpoint",
  description: 'A signed note (C2SP tlog-checkpoint): origin, tree size and root hash.',
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
    'Hashes of the tree (C2SP tlog-tiles), up to 256 of a level, or with entries as its level up to 256 leaves.',
  access: 'public',
  params: closed({
    path: Type.String({
      pattern:
        '^([0-9]|[1-5][0-9]|6[0-3]|entries)/(x[0-9]{3}/)*[0-9]{3}([.]p/([1-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]))?$',
      maxLength: 64,
      description:
        'Level and index, such as 0/x001/234, and .p/ with the width for a partial tile: 1/000.p/17.',
    }),
  }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: null, mediaType: 'application/octet-stream', description: 'The tile.' },
  problems: ['not_found'],
  caching: 'immutable',
  note: 'path is several segments: its slashes are written as they are, not as %2F. OpenAPI has no form for this.',
});
