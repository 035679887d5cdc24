// The inspector and the conformance suite of the Model Context Protocol. They bring some 150 MB along, so they are no
// dependencies: the full test run installs them in a folder of their own, and others use them if they are there.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { cases } from '../../../../test/support/counts.ts';
import type { Lifetime } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import type { Outcome } from '../../../../test/support/rf-process.ts';

const VERSIONS = { inspector: '2.12.0', conformance: '0.1.16' };
const FOLDER = process.env.RF_MCP_TOOLS ?? path.join(repository, 'node_modules/.cache/rf-mcp-tools');
const FILES = { inspector: 'clients/launcher/build/index.js', conformance: 'dist/index.js' };

export const inspector = () => fileOf('inspector');
export const conformance = () => fileOf('conformance');

/** null where it is not installed, and cannot be. */
function fileOf(name: keyof typeof VERSIONS): string | null {
  const place = path.join(FOLDER, name, 'node_modules/@modelcontextprotocol', name, FILES[name]);
  if (!existsSync(place) && cases(0, 1) === 1) install(name);
  return existsSync(place) ? place : null;
}

function install(name: keyof typeof VERSIONS): void {
  const folder = path.join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const wanted = `@modelcontextprotocol/${name}@${VERSIONS[name]}`;
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', wanted];
  spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 180_000 });
}

export async function runTool(command: string, args: readonly string[]): Promise<Outcome> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    outcome.stderr += text;
  });
  const [code] = await once(child, 'close');
  return { ...outcome, code };
}

/** The suite cannot send a key, so something between adds it. */
export async function keyedProxy(t: Lifetime, url: string, key: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'x-api-key': key };
    const passed = request({ hostname, port, method: asked.method, path: asked.url, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
