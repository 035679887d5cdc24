// The lines that the console shows beside a new key are run as they are, for a key of each kind.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startApi } from '../../../test/support/api.ts';
import { wholeFile } from '../../../test/support/lifetime.ts';
import { repository } from '../../../test/support/repository.ts';
import { linesFor } from '../src/console/keys/ready-lines.ts';

const run = promisify(execFile);
const api = await startApi(wholeFile);

for (const tier of ['FREE', 'PROFESSIONAL'] as const) {
  test(`the lines for curl and JavaScript answer with data for a ${tier} key`, async (t) => {
    const lines = linesFor({ origin: api.url, key: api.keys[tier], tier, forAgents: true });
    const { stdout } = await run('bash', ['-c', lines.curl!]);
    assert.ok(Array.isArray(JSON.parse(stdout).data));

    const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-lines-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const client = path.join(repository, 'packages/sdk/src/index.ts');
    const file = path.join(folder, 'lines.mjs');
    writeFileSync(file, lines.JavaScript!.replace('@rf-indicators/sdk', client));
    const printed = await run(process.execPath, [file]);
    assert.match(printed.stdout, /data: \[/);
    assert.equal(JSON.parse(lines.Agent!).mcpServers.rf.url, `${api.url}/api/mcp`);
  });
}
