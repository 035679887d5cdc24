// Peers that send the bytes of one of our answers: plain node:http, and nginx with a file.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { holdPort } from '../../../packages/server/src/service/held-port.ts';
import { scratch } from '../../world/worlds.ts';
import { type RunningServer, startOnCore } from '../processes.ts';

export interface Answer {
  /** Names and values in turn, without those that every server adds itself. */
  headers: string[];
  body: Buffer;
}

export async function answerOf(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const asked = request(url, { headers }).end();
  const [response] = await once(asked, 'response');
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const own = (response.rawHeaders as string[]).filter(
    (_, at, all) => !/^(date|connection|keep-alive)$/i.test(all[at - (at % 2)]!),
  );
  return { headers: own, body: await buffer(response) };
}

/** Answers every request with the same headers and body, from memory. */
export function startRawServer({ headers, body }: Answer): Promise<RunningServer> {
  const file = path.join(mkdtempSync(path.join(scratch(), 'raw-')), 'answer.json');
  writeFileSync(file, JSON.stringify({ headers, body: body.toString('base64') }));
  return startOnCore([process.execPath, fileURLToPath(new URL('raw-server.ts', import.meta.url)), file]);
}

/** These it makes itself for a file. */
const OF_NGINX = /^(content-type|content-length|etag|last-modified|accept-ranges|server)$/i;

/** Sends the body as a file, at the path /answer, with the headers that nginx does not make itself. */
export async function startNginx({ headers, body }: Answer): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(scratch(), 'nginx-'));
  const files = path.join(folder, 'files');
  mkdirSync(files);
  writeFileSync(path.join(files, 'answer'), body);
  const { port } = holdPort();
  const added = headers.flatMap((name, at) =>
    at % 2 === 1 || OF_NGINX.test(name) ? [] : [`add_header ${name} ${JSON.stringify(headers[at + 1])};`],
  );
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100;
  default_type application/json;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location / { root ${files}; ${added.join(' ')} }
  }
}
`,
  );
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  // It prints nothing once it listens, so a shell says where it will, and the caller asks until it answers.
  const script = `echo "listening on http://127.0.0.1:${port}/answer"; exec nginx -c "$0" -g "$1"`;
  const server = await startOnCore(['sh', '-c', script, config, user]);
  await untilAnswers(server.url);
  return server;
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await answerOf(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`nginx did not answer at ${url}`);
}
