// A webhook receiver on a free port, which it prints. It reads each body completely and answers 200.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
