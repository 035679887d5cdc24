// The keys that rf serve prints. It starts the threads of a service, each of which loads its modules.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { copyDemo } from '../../../../test/support/demo-folder.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { serveCommand } from '../../src/cli/service/serve.ts';
import { credentialsFile, type DemoCredentials } from '../../src/demo/credentials-file.ts';
import { runCommand } from '../cli/run-command.ts';

test('rf serve --demo prints its keys, and rf serve creates none', async (t) => {
  const demo = temporaryFolder(t);
  await copyDemo(demo);
  const banner = await bannerOf(['--demo'], demo);
  const { base_url, keys }: DemoCredentials = JSON.parse(readFileSync(credentialsFile(demo), 'utf8'));
  assert.ok(banner.includes(`listening on ${base_url} `));
  for (const [name, key] of Object.entries(keys)) assert.ok(banner.includes(`${name.padEnd(13)}${key}\n`));
  assert.ok(banner.includes(credentialsFile(demo)));

  const own = temporaryFolder(t);
  await rf(['init'], { env: { RF_DATA_DIR: own } });
  const without = await bannerOf([], own);
  assert.match(without, /listening on/);
  assert.doesNotMatch(without, /rf_live_/);
  assert.equal(existsSync(credentialsFile(own)), false);
  assert.match((await rf(['workspaces', 'list', '--json'], { env: { RF_DATA_DIR: own } })).stdout, /^\[\]$/m);
});

/** What a server prints that is asked to stop as soon as it listens. */
async function bannerOf(args: string[], dataDir: string): Promise<string> {
  // For a file that is run alone: the first days of the story have all that is printed.
  const env = { PORT: '0', RF_DATA_DIR: dataDir, RF_DEMO_UNTIL: '2026-04-03' };
  return (await runCommand(serveCommand, args, { env, stopAtOnce: true })).out.join('\n');
}
