// The recipes of the guide. Those in Python are run as they are written, with pandas in the environment of the Python tests.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { OPERATIONS, SPREADSHEETS } from '@rf-indicators/contract';
import { codeBlocks } from '../../../../test/support/guide-blocks.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';

const run = promisify(execFile);
const blocks = codeBlocks('docs/use/spreadsheets.md');
const inPython = blocks.filter(({ language }) => language === 'python');

/** Of the members that are looked at. */
interface Row {
  risk_band: string;
  final_score: number;
}

test('the recipes for pandas print what the API has', async () => {
  const server = await startInProcess(wholeFile);
  const key = readCredentialsFile(server.dataDir)!.keys.PROFESSIONAL;
  const python = await pythonWithPandas();
  const printed: string[] = [];
  for (const { text } of inPython) {
    const program = text.replaceAll('http://localhost:8080', server.url);
    const { stdout } = await run(python, ['-W', 'error', '-c', program], {
      env: { ...process.env, RF_KEY: key },
    });
    printed.push(stdout);
  }
  const read = async (place: string) =>
    ((await (await fetch(server.url + place, { headers: { 'x-api-key': key } })).json()) as { data: Row[] })
      .data;
  const scores = await read('/api/v1/scores');
  const bands = Map.groupBy(scores, ({ risk_band }) => risk_band);
  for (const [band, rows] of bands) {
    const [, count, mean] = new RegExp(`^${band} +(\\d+) +([\\d.]+)$`, 'm').exec(printed[0]!) ?? [];
    assert.equal(Number(count), rows.length, printed[0]);
    const sum = rows.reduce((total, { final_score }) => total + final_score, 0);
    assert.ok(Math.abs(Number(mean) - sum / rows.length) < 0.011, printed[0]);
  }
  const changes = await read('/api/public/changelog?kinds=band_change&limit=1000');
  assert.ok(changes.length > 5, 'there is more than one page');
  assert.equal(printed[1], `${changes.length} changes of band\n`);
  assert.equal(printed.length, 2);
});

/** Made once, with the versions of the project. */
async function pythonWithPandas(): Promise<string> {
  await run('node', [path.join(repository, 'scripts/testing/python.ts'), '--environment']);
  return path.join(repository, 'node_modules/.cache/python/environment/bin/python');
}

test('the recipe for Power Query asks for a file that there is, and types columns that it has', () => {
  const { text } = blocks.find(({ language }) => language === 'powerquery')!;
  const [, asked] = /RelativePath = "([^"]+)"/.exec(text)!;
  assert.equal(`/${asked}`, OPERATIONS.exportScoresCsv.path);
  const [, query] = /Query = \[(\w+) =/.exec(text)!;
  assert.ok(query! in OPERATIONS.exportScoresCsv.query.properties);
  const typed = [...text.matchAll(/\{"(\w+)", type (\w+)\}/g)].map(([, name, type]) => [name, type]);
  const types = { decimal: 'number', instant: 'datetimezone' } as Record<string, string>;
  const columns = SPREADSHEETS.scores.columns.flatMap(({ name, type }) =>
    types[type] === undefined ? [] : [[name, types[type]]],
  );
  assert.deepEqual(typed.sort(), columns.sort());
  assert.equal(blocks.length, inPython.length + 1);
});
