// The lines that the demo prints for trying webhooks work in an empty folder.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { codeBlocks } from '../../../../test/support/guide-blocks.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, type Lifetime, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { RUN_MARK } from '../../../../test/support/rf-process.ts';
import { assertPrints } from '../../../../test/support/shown-lines.ts';
import { tellDemo } from '../../src/cli/service/tell-demo.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { readConfig } from '../../src/service/config.ts';
import { remoteShell } from './remote-shell.ts';

function printedLines(url: string, dataDir: string): string[] {
  const lines: string[] = [];
  const config = { ...readConfig({ RF_DATA_DIR: dataDir }), baseUrl: url };
  tellDemo(config, { out: (line: string) => lines.push(line) } as unknown as Terminal);
  return lines.map((line) => line.trim());
}

/** Runs a line as a person would who has copied it: in a shell, with nothing set before. */
function inEmptyFolder(t: Lifetime, line: string) {
  const folder = temporaryFolder(t);
  const PATH = [path.dirname(process.execPath), process.env.PATH].join(':');
  const child = spawn('sh', ['-c', `exec env ${line}`], {
    cwd: folder,
    env: { ...RUN_MARK, PATH, HOME: folder },
  });
  const closed = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  cleanUp(t, async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    folder,
    said: () => said,
    until: async (pattern: RegExp) => {
      for (const end = performance.now() + 60_000; performance.now() < end; ) {
        if (pattern.test(said)) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.fail(`never said ${pattern}:\n${said}`);
    },
    end: async (signal?: NodeJS.Signals) => {
      if (signal !== undefined) child.kill(signal);
      return (await closed)[0] as number | null;
    },
  };
}

test('the lines of the demo work in an empty folder, and the endpoint is removed at the end', async (t) => {
  const { url, dataDir } = await startInProcess(t);
  const lines = printedLines(url, dataDir);
  const listening = lines.find((line) => line.endsWith('webhooks listen --register'))!;
  const publishing = lines.find((line) => line.endsWith('demo publish'))!;
  const listen = inEmptyFolder(t, listening);
  const verified = '\\n +x-rf-signature ok, webhook-signature ok';
  await listen.until(new RegExp(`webhook\\.test \\(test\\) .*${verified}`));
  const publish = inEmptyFolder(t, publishing);
  assert.equal(await publish.end(), 0, publish.said());
  await listen.until(new RegExp(`(score|band)\\.changed {2}.*${verified}`));
  assert.doesNotMatch(listen.said(), /NOT VERIFIED|whsec_/);
  // The guide shows these lines, with other times and scores.
  const [shown] = codeBlocks('docs/use/webhooks.md').filter(({ language }) => language === 'text');
  assertPrints(
    listen.said(),
    shown!.text
      .trimEnd()
      .replaceAll(/\d[\d.:]*/g, '…')
      .split('\n'),
  );
  assert.equal(await listen.end('SIGINT'), 0, listen.said());
  assert.match(listen.said(), /The endpoint was removed\n$/);
  const [, token] = /RF_TOKEN=(\S+)/.exec(listening)!;
  const shell = remoteShell(t, { RF_URL: url, RF_TOKEN: token! });
  assert.deepEqual(JSON.parse((await shell.rf(['webhooks', 'list', '--json'])).stdout), []);
  assert.deepEqual([...readdirSync(listen.folder), ...readdirSync(publish.folder)], []);

  const secretless = await shell.rf(['webhooks', 'listen']);
  assert.equal(secretless.code, 2);
  assert.match(secretless.stderr, /^rf: A server does not show the signing secret again\./);
});
