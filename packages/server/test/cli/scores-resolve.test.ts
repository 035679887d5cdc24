// rf scores resolve: names from arguments and from a file, a thousand in a call, as a table or as JSON.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Resolution } from '@rf-indicators/contract';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { programOf, runCommand } from './run-command.ts';

const PROVIDER = { id: 'an-id', slug: 'strike', name: 'Strike', state: 'published' as const };

function resolution(input: string): Resolution {
  const exact = input === 'Strike';
  return {
    input,
    certainty: exact ? 'exact' : 'similar',
    matched_by: exact ? 'name' : 'similar_name',
    provider: exact ? PROVIDER : null,
    why: exact ? 'It is the name of Strike.' : 'It is similar.',
    candidates: exact ? [] : [{ ...PROVIDER, likeness: 77 }],
  };
}

const calls: string[][] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  assert.deepEqual([request.method, request.url], ['POST', '/api/v1/resolve']);
  assert.equal(request.headers['x-api-key'], 'a-key');
  const { names } = JSON.parse(Buffer.concat(chunks).toString()) as { names: string[] };
  calls.push(names);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ data: names.map(resolution), limitations_disclosure: '' }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
wholeFile.after(() => server.close());
const env = {
  RF_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  RF_API_KEY: 'a-key',
};
const program = await programOf('scores');
const run = (...args: string[]) => runCommand(program, ['scores', 'resolve', ...args], { env });

test('names are printed with what they mean, and why', async () => {
  const { out, code } = await run('Strike', 'Strike Ltd');
  assert.equal(code, 0);
  assert.match(out[1]!, /exact +Strike +strike +It is the name of Strike\./);
  assert.match(out[2]!, /similar +Strike Ltd +It is similar\. Candidates: strike \(77 %\)\./);
});

test('a file has one on each line, and long books take several calls', async (t) => {
  const file = join(temporaryFolder(t), 'book.txt');
  const names = Array.from({ length: 1001 }, (_, number) => `Fund ${number}`);
  writeFileSync(file, `${names.join('\r\n')}\n\n`);
  calls.length = 0;
  const { out } = await run('--file', file, '--json');
  assert.deepEqual(
    calls.map(({ length }) => length),
    [1000, 1],
  );
  const { data } = JSON.parse(out.join('\n')) as { data: Resolution[] };
  assert.deepEqual(
    data.map(({ input }) => input),
    names,
  );
});

test('without names, the command says what is missing', async () => {
  await assert.rejects(run(), { name: 'UsageError', message: 'Give names, or a file with --file.' });
});
