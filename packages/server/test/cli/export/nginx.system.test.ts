// The configuration of nginx in docs/operate/static-export.md: files of the export with the content types of the service, and
// the service itself for the rest.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { requireProgram } from '../../../../../examples/three-nodes/program.ts';
import { codeBlocks } from '../../../../../test/support/guide-blocks.ts';
import { startInProcess } from '../../../../../test/support/in-process.ts';
import { cleanUp, temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { until } from '../../../../../test/support/until.ts';
import { holdPort } from '../../../src/service/held-port.ts';
import { readList, readSigned, smallExport } from './small-export.ts';

async function startNginx(t: TestContext, folder: string, service: string): Promise<string> {
  const { port } = holdPort();
  const place = temporaryFolder(t);
  const block = codeBlocks('docs/operate/static-export.md').find(({ language }) => language === 'nginx')!;
  const server = block.text
    .replace('127.0.0.1:8090', `127.0.0.1:${port}`)
    .replace('/srv/rf-export', folder)
    .replace('http://127.0.0.1:8080', service);
  mkdirSync(path.join(place, 'logs'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const config = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid nginx.pid; error_log stderr; worker_processes 1;
events { } http { access_log off; ${temporary.join(' ')} ${server} }`;
  writeFileSync(path.join(place, 'nginx.conf'), config);
  const nginx = spawn(requireProgram('nginx', 'nginx-light'), ['-p', place, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(nginx, 'exit');
  cleanUp(t, async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return url;
}

test('nginx serves an export with the types of the service, and asks the service for the rest', async (t) => {
  const small = await smallExport(t);
  const folder = small.folder();
  await small.writeDumps();
  await small.export(folder);
  const service = await startInProcess(t, { dataDir: small.dataDir, demo: false });
  const url = await startNginx(t, folder, service.url);
  const { headers } = readSigned(folder).description;
  for (const { path: address, headers: position, bytes } of readList(folder)) {
    if (address === null) continue;
    const response = await fetch(url + address);
    assert.equal(response.status, 200, address);
    assert.equal(response.headers.get('content-type'), headers[position]!['content-type'], address);
    assert.equal((await response.arrayBuffer()).byteLength, bytes, address);
    // nginx sends no such header: the response is a file.
    assert.equal(response.headers.get('x-request-id'), null, address);
    const origins = headers[position]!['access-control-allow-origin'] ?? null;
    assert.equal(response.headers.get('access-control-allow-origin'), origins, address);
    if (headers[position]!['content-disposition'] !== undefined)
      assert.equal(response.headers.get('content-disposition'), 'attachment', address);
  }
  for (const live of ['/api/v1/status', '/status', '/console', '/?q=a', '/api/public/changelog?limit=1']) {
    const response = await fetch(url + live);
    const direct = await fetch(service.url + live);
    assert.equal(response.status, 200, live);
    assert.notEqual(response.headers.get('x-request-id'), null, live);
    for (const name of ['access-control-allow-origin', 'content-security-policy', 'x-content-type-options'])
      assert.equal(response.headers.get(name), direct.headers.get(name), `${live}: ${name}`);
  }
});

test('clients cannot choose the address that nginx tells the service', async (t) => {
  const service = createServer(({ headers }, response) => response.end(headers['x-forwarded-for'])).listen(
    0,
    '127.0.0.1',
  );
  await once(service, 'listening');
  cleanUp(t, () => {
    service.closeAllConnections();
    service.close();
  });
  const { port } = service.address() as AddressInfo;
  const url = await startNginx(t, temporaryFolder(t), `http://127.0.0.1:${port}`);
  const response = await fetch(`${url}/status`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  assert.equal(await response.text(), '127.0.0.1');
});
