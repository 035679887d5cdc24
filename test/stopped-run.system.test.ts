// A person stops a test run that has a database, a browser and a service: nothing of it stays.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cases } from './support/counts.ts';
import { temporaryFolder } from './support/lifetime.ts';
import { repository } from './support/repository.ts';
import { until } from './support/until.ts';

const support = (name: string) => pathToFileURL(path.join(repository, 'test/support', name)).href;

/** A test that never ends; it writes down what its run is known by. */
const endlessTest = (said: string) => `
  import { writeFileSync } from 'node:fs';
  import { test } from 'node:test';
  import { launchChromium } from '${support('chromium.ts')}';
  import { startServer } from '${support('server-process.ts')}';
  import { emptyStore } from '${support('stores.ts')}';
  test('never ends', async (t) => {
    await emptyStore('postgres', t);
    await launchChromium();
    await startServer(t, { demo: true });
    const { RF_TEST_RUN: mark, TMPDIR: folder } = process.env;
    writeFileSync('${said}', JSON.stringify({ mark, folder }));
    await new Promise(() => undefined);
  });`;

for (const signal of cases<NodeJS.Signals[]>(['SIGINT'], ['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  test(`a run that is stopped with ${signal} leaves no process and no file`, async (t) => {
    const folder = temporaryFolder(t);
    const said = path.join(folder, 'said.json');
    const file = path.join(folder, 'endless.test.mjs');
    writeFileSync(file, endlessTest(said));
    const run = spawn(process.execPath, ['scripts/test.ts', file], {
      cwd: repository,
      env: withoutOurRun(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    run.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const exit = new Promise<number | null>((resolve) => run.once('exit', resolve));
    await until('the test runs', () => existsSync(said) || run.exitCode !== null);
    assert.equal(run.exitCode, null, printed);
    const own = JSON.parse(readFileSync(said, 'utf8')) as Run;
    assert.ok(processesOf(own).length > 5, 'it has a database, a browser and a service');

    run.kill(signal);
    assert.equal(await exit, 128 + os.constants.signals[signal], printed);
    assert.match(printed, /Stopped after \d+ s\.\n$/);
    assert.deepEqual(processesOf(own), []);
    assert.equal(existsSync(own.folder), false);
  });
}

interface Run {
  mark: string;
  folder: string;
}

/** The run that is stopped begins as in the shell of a person. */
function withoutOurRun(): NodeJS.ProcessEnv {
  const { TMPDIR: _, ...kept } = process.env;
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !name.startsWith('RF_TEST_')));
}

/** The command lines of the processes that belong to the run, or work in its folder. */
function processesOf({ mark, folder }: Run): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const isMarked = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`RF_TEST_RUN=${mark}`);
        const isInside = readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return (isMarked || isInside) && command !== '' ? [`${pid} ${command}`] : [];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}
