// docs/operate/from-one-machine-to-three.md as it is written: a store on SQLite becomes three nodes on PostgreSQL, with Redis and
// nginx, and callers see no difference.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startNginx } from '../../../../examples/three-nodes/nginx.ts';
import { startPrimary } from '../../../../examples/three-nodes/postgres.ts';
import { until } from '../../../../examples/three-nodes/program.ts';
import { startRedis } from '../../../../examples/three-nodes/redis.ts';
import { cases } from '../../../../test/support/counts.ts';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { codeBlocks } from '../../../../test/support/guide-blocks.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { holdPort } from '../../src/service/held-port.ts';

const PAGE = 'docs/operate/from-one-machine-to-three.md';
const BASE_URL = 'https://indicators.example.org';

test('the page moves a store to three nodes, which give the same answers, and back', async (t) => {
  const folder = temporaryFolder(t);
  // PostgreSQL runs as another user, below it.
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'old');
  mkdirSync(dataDir);
  await copyDemo(dataDir);
  const key = readCredentialsFile(dataDir)!.keys.ENTERPRISE;
  const settled = { RF_DAILY_RUN: 'off', RF_BASE_URL: BASE_URL };
  const { port } = holdPort();
  const env = { ...settled, PORT: String(port) };
  const was = `http://127.0.0.1:${port}`;
  const [old, redis, postgres] = await Promise.all([
    startServer(t, { dataDir, demo: false, env }),
    startRedis({ folder: path.join(folder, 'redis') }),
    startPrimary({ folder: path.join(folder, 'postgres') }),
  ]);
  cleanUp(t, () => Promise.all([redis.stop(), postgres.stop()]));
  const ports = [holdPort(), holdPort(), holdPort()].map(({ port }) => port);
  const [given, ...steps] = codeBlocks(PAGE).filter(({ language }) => language === 'sh');
  assert.match(given!.text, /^OLD=.*\nKEY=.*\nPOSTGRES=.*\nREDIS=.*\nexport RF_DATA_DIR=/);
  const values = `OLD=${was}
KEY=${key}
POSTGRES=${postgres.url()}
REDIS=${redis.url}
export RF_DATA_DIR=${dataDir}`;
  const filled = steps.map(({ text }) =>
    text
      .replaceAll('"808$N"', '"$(node_port $N)"')
      .replaceAll('127.0.0.1:808$N', '127.0.0.1:$(node_port $N)')
      .replaceAll('127.0.0.1:8081', `127.0.0.1:${ports[0]}`),
  );
  // Twice the page waits for the test: for the stop of the old service, and for a look at the nodes through nginx.
  const hold = (name: string) =>
    `echo ${name}\nwhile [ ! -e ${path.join(folder, name)} ]; do sleep 0.1; done\n`;
  const goOn = (name: string) => writeFileSync(path.join(folder, name), '');
  const at = (beginning: string) => filled.findIndex((text) => text.startsWith(beginning));
  filled[at('rf backup move/rf')] = hold('KEPT') + filled[at('rf backup move/rf')];
  filled[at('rf backup move/back')] = hold('COMPARED') + cases('', filled[at('rf backup move/back')]!);
  const script = `set -euo pipefail
# The nodes end with the script, also if it fails.
trap 'jobs -p | xargs -r kill -9 2>/dev/null' EXIT
node_port() { local PORTS=(0 ${ports.join(' ')}); echo "\${PORTS[$1]}"; }
${values}
${filled.join('\n').replace('wait\n', 'wait || true\n')}`;
  const walk = runScript(script, folder);
  cleanUp(t, async () => {
    walk.stop();
    await walk.ended;
  });

  const reached = (name: string) =>
    until(`the page has come to ${name}`, async () => {
      assert.equal(walk.code(), null, walk.output());
      return new RegExp(`^${name}$`, 'm').test(walk.output());
    });
  await reached('KEPT');
  const before = new Map<string, Answer>();
  for (const address of await addressesOf(was)) before.set(address, await ask(was, address, key));
  await old.stop();
  goOn('KEPT');
  await reached('COMPARED');
  const nginx = await startNginx({ folder: path.join(folder, 'nginx'), nodes: ports });
  cleanUp(t, () => nginx.stop());
  for (const [address, answer] of before) {
    assert.equal(answer.status, 200, address);
    assert.deepEqual(await ask(nginx.url, address, key), answer, address);
  }
  assert.equal((await ask(nginx.url, '/api/v1/scores', 'rf_live_wrong')).status, 401);
  goOn('COMPARED');
  assert.equal(await walk.ended, 0, walk.output());
  for (const node of ['node-1', 'node-2', 'node-3'])
    assert.match(walk.output(), new RegExp(`^${node} gives the same answers$`, 'm'));
  assert.match(walk.output(), /^304$/m);
  assert.ok(!existsSync(path.join(folder, 'move')));
});

/** Of all kinds: lists, one provider, history, the past, a package, feeds. */
async function addressesOf(url: string): Promise<string[]> {
  const { data } = (await (await fetch(`${url}/api/public/scores`)).json()) as {
    data: { verification_id: string }[];
  };
  return [
    '/api/public/scores',
    '/api/v1/scores/brindlewick-vaults',
    '/api/v1/scores/brindlewick-vaults/history',
    '/api/v1/scores?as_of=2026-06-01T00:00:00.000Z',
    `/api/v1/computation/${data[0]!.verification_id}`,
    '/api/v1/methodology',
    '/api/public/changelog',
    '/api/public/keys',
    '/feeds/changelog.json',
    '/badges/brindlewick-vaults.svg',
  ];
}

interface Answer {
  status: number;
  etag: string | null;
  text: string;
}

async function ask(url: string, address: string, key: string): Promise<Answer> {
  const response = await fetch(`${url}${address}`, { headers: { 'x-api-key': key } });
  // A response says whether it was in memory, which depends on who asked before.
  const text = (await response.text()).replace(/"cached":(true|false)/, '"cached":null');
  return { status: response.status, etag: response.headers.get('etag'), text };
}

interface Walk {
  ended: Promise<number | null>;
  /** null while it runs. */
  code(): number | null;
  output(): string;
  /** Its nodes end too. */
  stop(): void;
}

/** In the folder, where the page makes its own. */
function runScript(script: string, cwd: string): Walk {
  const bin = path.join(repository, 'node_modules/.bin');
  const shell = spawn('bash', ['-c', script], {
    cwd,
    env: { ...process.env, PATH: [path.dirname(process.execPath), bin, process.env.PATH].join(':') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return {
    ended: once(shell, 'close').then(([code]) => code as number | null),
    code: () => shell.exitCode,
    output: () => output,
    stop: () => void shell.kill('SIGTERM'),
  };
}
