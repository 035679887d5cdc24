// The commands in the README are run as a reader would run them, and print what the README shows.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startInProcess } from './support/in-process.ts';
import { repository } from './support/repository.ts';
import { assertPrints } from './support/shown-lines.ts';

const readme = readFileSync(path.join(repository, 'README.md'), 'utf8');

interface Section {
  /** All `sh` blocks, as one script: later blocks use the variables of earlier ones. */
  script: string;
  /** The lines of all `text` blocks. */
  shown: string[];
}

function section(heading: string): Section {
  const from = readme.indexOf(`\n## ${heading}\n`);
  assert.ok(from >= 0, `the README has no section "${heading}"`);
  const text = readme.slice(from, readme.indexOf('\n## ', from + 1));
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const inLanguage = (wanted: string) =>
    blocks.filter(([, language]) => language === wanted).map(([, , block]) => block!);
  const shown = inLanguage('text').flatMap((block) => block.trimEnd().split('\n'));
  assert.ok(shown.length >= 2 && inLanguage('sh').length >= 3);
  return { script: inLanguage('sh').join('\n'), shown };
}

async function run(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: repository,
    encoding: 'utf8',
  });
  return stdout;
}

test('the quick start works as written with the demo', async (t) => {
  const server = await startInProcess(t);
  const { script, shown } = section('Quick start');
  const mine = script
    .replaceAll('http://localhost:8080', server.url)
    .replaceAll("'./data/", `'${server.dataDir}/`)
    // A refusal is a failure here, whatever curl makes of it.
    .replaceAll('curl -s ', 'curl -sf ');
  assert.ok(mine.includes(server.url) && mine.includes(server.dataDir));
  const stdout = await run(mine);
  assertPrints(stdout, [...shown, '"risk_band"', '"rf_decision_object"', '"parts"']);
  assert.match(stdout, /^(ALLOW|REVIEW|BLOCK) .*\nValid until 20.*$/m, 'a decision that was checked');
});

test('the five-minute tour works as written and prints the output shown', async () => {
  const { script, shown } = section('A five-minute tour');
  const stdout = await run(script);
  assertPrints(stdout, shown);
  const caps = /^"cap":.*$/gm;
  assert.deepEqual(
    stdout.match(caps),
    shown.join('\n').match(caps),
    'each cap is shown as often as it is printed',
  );
});
