// The baseline server: plain node:http that answers every request with the same headers and body from memory.
//   node raw-server.ts FILE     { "headers": [name, value, …], "body": base64 }

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { headers, body } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as {
  headers: string[];
  body: string;
};
const bytes = Buffer.from(body, 'base64');

const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
