// Requests that are not well-formed HTTP.

export const REQUEST = '/api/public/score-request';

const post = (head: string, body: string) =>
  `POST ${REQUEST} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n${body}`;

/** What is wrong with each, and its bytes. */
export const MALFORMED: Record<string, string | Uint8Array> = {
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /api/health HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
  'the same host twice': 'GET /api/health HTTP/1.1\r\nhost: x\r\nHost: x\r\n\r\n',
  'two hosts, without HTTP/1.1': 'GET /api/health HTTP/1.0\r\nhost: x\r\nHOST: y\r\n\r\n',
  'an empty host': 'GET /api/health HTTP/1.1\r\nhost:\r\n\r\n',
  'two names in one host': 'GET /api/health HTTP/1.1\r\nhost: x, y\r\n\r\n',
  'a host with a path': 'GET /api/health HTTP/1.1\r\nhost: x/y\r\n\r\n',
  'a host with a user': 'GET /api/health HTTP/1.1\r\nhost: me@x\r\n\r\n',
  'a host with a space': 'GET /api/health HTTP/1.1\r\nhost: x y\r\n\r\n',
  'a host with a port that is no number': 'GET /api/health HTTP/1.1\r\nhost: x:http\r\n\r\n',
  'a host with half a bracket': 'GET /api/health HTTP/1.1\r\nhost: [::1\r\n\r\n',
  'gzip and chunks': post('transfer-encoding: gzip, chunked', '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n'),
  'gzip and chunks in two headers': post(
    'transfer-encoding: gzip\r\ntransfer-encoding: chunked',
    '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
  ),
  'chunks twice': post('transfer-encoding: chunked, chunked', '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n'),
  'gzip alone': post('transfer-encoding: gzip', '{"provider_name":"A"}'),
  'identity alone': post('transfer-encoding: identity', '{"provider_name":"A"}'),
  'an unknown coding and chunks': post('transfer-encoding: x, chunked', '0\r\n\r\n'),
  'chunks in HTTP/1.0': post(
    'transfer-encoding: chunked',
    '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
  ).replace('HTTP/1.1', 'HTTP/1.0'),
  'two lengths': post('content-length: 21\r\ncontent-length: 22', '{"provider_name":"A"}'),
  'a length and chunks': post(
    'content-length: 5\r\ntransfer-encoding: chunked',
    '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
  ),
  'chunks and a length': post(
    'transfer-encoding: chunked\r\ncontent-length: 5',
    '15\r\n{"provider_name":"A"}\r\n0\r\n\r\n',
  ),
  'a length that is no number': post('content-length: ten', '{}'),
  'a negative length': post('content-length: -1', '{}'),
  'an unknown transfer encoding': post('transfer-encoding: chunked, identity', '0\r\n\r\n'),
  'a chunk of no size': post('transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
  garbage: Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
  'an unknown method': 'FETCH /api/health HTTP/1.1\r\nhost: x\r\n\r\n',
  'a space in the address': 'GET /api/he alth HTTP/1.1\r\nhost: x\r\n\r\n',
  'another version': 'GET /api/health HTTP/3.7\r\nhost: x\r\n\r\n',
  'NUL in a header': 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-a: a\u0000b\r\n\r\n',
  'a header without a colon': 'GET /api/health HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n',
  'a space before the colon': 'GET /api/health HTTP/1.1\r\nhost : x\r\n\r\n',
  'a bare line feed in a header': 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-a: a\nx-b: b\r\n\r\n',
};
