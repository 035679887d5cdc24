// rf with an address where there is no service, another server, or one that cannot answer now.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { PROBLEMS, type ProblemCode } from '@rf-indicators/contract';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { remoteShell } from './remote-shell.ts';

const TOKEN = { RF_TOKEN: 'rf_member_x' };

/** A server that answers as it is told; returns its address. */
async function answering(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function problem(code: ProblemCode, more: object = {}): RequestListener {
  const { status, title, detail } = PROBLEMS[code];
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ type: 'x', title, status, detail, code, request_id: 'r-1', ...more }));
  };
}

test('an address that is none is refused before anything is sent', async (t) => {
  const { rf } = remoteShell(t, TOKEN);
  for (const url of ['indicators.example', 'ftp://indicators.example', 'https://', '/']) {
    const refused = await rf(['keys', 'list', '--url', url]);
    assert.equal(refused.code, 2, url);
    assert.match(refused.stderr, /is not the address of a server\. Write it as https:/);
  }
  for (const url of [
    'https://me@indicators.example',
    'https://:secret@indicators.example',
    'https://indicators.example/?x',
    'https://a.example/#x',
  ]) {
    assert.match((await rf(['keys', 'list', '--url', url])).stderr, /has no user, query or fragment: https:/);
  }
});

test('a server that cannot be reached: the exit code says that it may be tried again', async (t) => {
  const { rf } = remoteShell(t, TOKEN);
  const url = await answering(t, () => undefined);
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const refused = await rf(['keys', 'list', '--url', `http://127.0.0.1:${port}`]);
  assert.equal(refused.code, 75);
  assert.match(
    refused.stderr,
    /^rf: The server at http:\S+ cannot be reached: nothing is listening there \(ECONNREFUSED\)/,
  );
  const nobody = await rf(['keys', 'list', '--url', 'http://nobody.invalid']);
  assert.equal(nobody.code, 75);
  assert.match(
    nobody.stderr,
    /http:\/\/nobody\.invalid is not encrypted.*\n.*cannot be reached: (no host has this name|the name cannot)/,
  );
  const noTls = await rf(['keys', 'list', '--url', url.replace('http:', 'https:')]);
  assert.equal(noTls.code, 2);
  assert.match(noTls.stderr, /does not answer as an https server/);
});

test('a certificate that nobody vouches for is refused', async (t) => {
  const folder = temporaryFolder(t);
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
  ];
  execFileSync('openssl', [...args, '-keyout', key!, '-out', cert!, '-subj', '/CN=localhost'], {
    stdio: 'ignore',
  });
  const server = createTlsServer({ key: readFileSync(key!), cert: readFileSync(cert!) }).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const refused = await remoteShell(t, TOKEN).rf(['keys', 'list', '--url', url]);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /^rf: The certificate of https:\S+ is not accepted: .*self-signed.*NODE_EXTRA_CA_CERTS/,
  );
});

test('a server that is not ours, or redirects, is named as such', async (t) => {
  const { rf } = remoteShell(t, TOKEN);
  const html = await answering(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  );
  const other = await rf(['keys', 'list', '--url', html]);
  assert.equal(other.code, 2);
  assert.match(
    other.stderr,
    /does not answer as an RF Risk Indicators service does \(status 200, text\/html\)/,
  );
  const json = await answering(t, (_, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no"}'),
  );
  assert.match((await rf(['keys', 'list', '--url', json])).stderr, /\(status 404, application\/json\)/);
  const asked: (string | undefined)[] = [];
  const elsewhere = await answering(t, (request, response) => {
    asked.push(request.url);
    response.writeHead(301, { location: 'https://www.example.org/' }).end();
  });
  const redirected = await rf(['keys', 'create', 'x', '--tier', 'FREE', '--url', `${elsewhere}/rf/`]);
  assert.equal(redirected.code, 2);
  assert.match(
    redirected.stderr,
    /redirects to https:\/\/www\.example\.org\/\. Use the address of the service itself/,
  );
  assert.deepEqual(asked, ['/rf/api/console/keys/create']);
});

test('too many requests, and a server that is not available now', async (t) => {
  const { rf } = remoteShell(t, TOKEN);
  const busy = await answering(t, problem('rate_limit_exceeded', { retry_after: 7 }));
  const limited = await rf(['keys', 'list', '--url', busy]);
  assert.equal(limited.code, 75);
  assert.match(limited.stderr, /Try again in 7 seconds\.$/m);
  const broken = await answering(t, problem('internal_error'));
  const failed = await rf(['keys', 'list', '--url', broken]);
  assert.equal(failed.code, 75);
  assert.match(failed.stderr, /^rf: The server at http:\S+ has a problem: .* Request id: r-1\.$/m);

  let left = 2;
  const keys: unknown[] = [];
  const recovering = await answering(t, (request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (left-- > 0) return problem('service_unavailable')(request, response);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"id":"e","url":"u"}');
  });
  assert.equal((await rf(['keys', 'list', '--url', recovering, '--json'])).stdout, '[]\n');
  assert.deepEqual(keys, [undefined, undefined, undefined]);
  keys.length = 0;
  left = 1;
  const added = ['webhooks', 'add', '--url', 'https://example.org/'];
  assert.equal((await rf(['--url', recovering, ...added])).stdout.split('\n')[0], 'u added (e)');
  assert.equal(keys.length, 2);
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
  assert.equal(keys[1], keys[0]);
  keys.length = 0;
  left = 1;
  assert.equal((await rf(['keys', 'revoke', 'x', '--url', recovering])).code, 75);
  assert.equal(keys.length, 1);
});

test('commands of this machine say that they use no server, and ignore RF_URL', async (t) => {
  const { rf } = remoteShell(t, TOKEN);
  const url = 'http://127.0.0.1:1';
  for (const [name, ...more] of [
    ['doctor'],
    ['init'],
    ['serve'],
    ['demo publish'],
    ['signing-keys pin', 'key'],
  ]) {
    const args = [...name!.split(' '), ...more];
    for (const given of [
      [...args, '--url', url],
      ['--url', url, ...args],
      [`--url=${url}`, ...args],
    ]) {
      const refused = await rf(given);
      assert.equal(refused.code, 2, given.join(' '));
      assert.match(
        refused.stderr,
        new RegExp(`^rf: rf ${name} works on this machine and uses no server\\. Leave out --url\\.$`, 'm'),
      );
    }
  }
  const published = await rf(['demo', 'publish'], { env: { RF_URL: url } });
  assert.match(published.stderr, /^rf: There is no demo in /);
  // It performs an act, but for the file that it writes beside the store.
  const key = path.join(temporaryFolder(t), 'key');
  await rf(['keygen', '--out', key, '--name', 'desk.example']);
  const pinned = await rf(['signing-keys', 'pin', `${key}.pub`], { env: { RF_URL: url } });
  assert.match(pinned.stderr, /^rf: There is no store in /);
});

test('the help of every command of acts shows --url', async (t) => {
  const { rf } = remoteShell(t);
  assert.match((await rf(['--help'])).stdout, /--url <url> +the server to use \(RF_URL\)/);
  assert.match((await rf(['keys', 'list', '--help'])).stdout, /--url <url> +the server to use \(RF_URL\)/);
  assert.match((await rf(['webhooks', 'add', '--help'])).stdout, /write rf --url URL webhooks add …/);
  assert.doesNotMatch((await rf(['doctor', '--help'])).stdout, /--url/);
});
