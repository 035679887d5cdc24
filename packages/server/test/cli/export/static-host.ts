// A small static host: it knows files and folders, and of the export only the content types in its list.

import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { cleanUp, type Lifetime } from '../../../../../test/support/lifetime.ts';
import { readList, readSigned } from './small-export.ts';

const INDEXES = ['index.html', 'index.json'];

/** Gives its address. */
export async function startStaticHost(t: Lifetime, folder: string): Promise<string> {
  const { headers } = readSigned(folder).description;
  const types = new Map(readList(folder).map((listed) => [listed.file, headers[listed.headers]!]));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://host');
    const asked = path.join(folder, pathname);
    const candidates = [asked, ...INDEXES.map((index) => path.join(asked, index))];
    const file = candidates.find((each) => existsSync(each) && statSync(each).isFile());
    if (file === undefined) response.writeHead(404).end(readFileSync(path.join(folder, '404.html')));
    else response.writeHead(200, types.get(path.relative(folder, file)) ?? {}).end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
