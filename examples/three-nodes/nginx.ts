// nginx on loopback in front of the nodes, with the configuration in ops/nginx: only addresses and files differ, and
// there is no TLS.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { type Program, requireProgram, startProgram } from './program.ts';

const OPS = fileURLToPath(new URL('../../ops/nginx/', import.meta.url));

export interface Nginx extends Program {
  url: string;
}

export interface NginxOptions {
  folder: string;
  /** The ports of the nodes. */
  nodes: readonly number[];
  port?: number;
}

export async function startNginx({ folder, nodes, port: given }: NginxOptions): Promise<Nginx> {
  const port = given ?? holdPort().port;
  mkdirSync(path.join(folder, 'logs'), { recursive: true });
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(nodes, port));
  const url = `http://127.0.0.1:${port}`;
  const server = await startProgram({
    command: requireProgram('nginx', 'nginx-light'),
    args: ['-p', folder, '-c', 'nginx.conf'],
    cwd: folder,
    stopSignal: 'SIGQUIT',
    isReady: () =>
      fetch(`${url}/metrics`).then(
        ({ status }) => status === 404,
        () => false,
      ),
  });
  return Object.defineProperties(server, Object.getOwnPropertyDescriptors({ url })) as Nginx;
}

function configuration(nodes: readonly number[], port: number): string {
  const shipped = readFileSync(path.join(OPS, 'rf.conf'), 'utf8')
    .replace(/ {4}server \S+( .*\n)(?: {4}server .*\n)*/, (_, settings) =>
      nodes.map((node) => `    server 127.0.0.1:${node}${settings}`).join(''),
    )
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/ {4}ssl_.*\n/g, '')
    .replaceAll('/etc/nginx/rf-proxy.conf', path.join(OPS, 'rf-proxy.conf'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid nginx.pid; error_log stderr; worker_processes 1;
events { }
http {
access_log off; ${temporary.join(' ')}
${shipped}}
`;
}
