// rf webhooks beside a real server: a developer sees a delivery within a minute of starting the demo.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Command } from 'commander';
import { initCommand } from '../../src/cli/init.ts';
import { type Finish, type Terminal, UsageError } from '../../src/cli/terminal.ts';
import { webhooksCommand } from '../../src/cli/webhooks.ts';
import { workspacesCommand } from '../../src/cli/workspaces.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { Refusal } from '../../src/publishing/desk.ts';
import { cleanUp, repository, rf, startServer, temporaryFolder } from '../support/rf.ts';
import { runCommand } from '../support/run-command.ts';

const LAUNCHER = path.join(repository, 'packages/server/bin/rf.mjs');

/** A command that runs until it is stopped. */
function running(t: TestContext, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [LAUNCHER, ...args], { env: { ...process.env, ...env } });
  const exited = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  cleanUp(t, async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    said: () => said,
    until: async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (const end = performance.now() + 30_000; performance.now() < end; ) {
        const found = pattern.exec(said);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.fail(`never said ${pattern}:\n${said}`);
    },
    stop: async () => {
      child.kill('SIGINT');
      const [code] = await exited;
      return code as number | null;
    },
  };
}

test('listen --register beside the demo: a test arrives, is verified, printed and handed on', async (t) => {
  const begun = performance.now();
  const { dataDir } = await startServer(t);
  const workspace = readCredentialsFile(dataDir)!.workspaces[0]!;
  const env = { RF_DATA_DIR: dataDir, RF_TOKEN: workspace.member_token };
  const handedOn: string[] = [];
  const own = createServer((request, response) => {
    request.resume().on('end', () => {
      handedOn.push(String(request.headers['x-rf-signature']));
      response.writeHead(201).end();
    });
  }).listen(0, '127.0.0.1');
  await once(own, 'listening');
  cleanUp(t, () => own.close());
  const forward = `http://127.0.0.1:${(own.address() as AddressInfo).port}/`;
  const listen = running(t, ['webhooks', 'listen', '--register', '--forward', forward], env);
  await listen.until(
    /webhook\.test \(test\) {2}This is a test: deliveries arrive\..*\n.*x-rf-signature ok, webhook-signature ok\n.*handed on: 201/,
  );
  assert.ok(performance.now() - begun < 60_000, 'within a minute of the start');
  assert.ok(!listen.said().includes('whsec_'));
  const [, id] = await listen.until(/Registered for .* \(([0-9a-f-]{36})\)/);

  const follow = running(t, ['webhooks', 'deliveries', '--follow'], env);
  await follow.until(/webhook\.test \(test\) +delivered +1 +201/);
  const sentAt = performance.now();
  const tested = await rf(['webhooks', 'test', id!, '--type', 'band.changed'], { env });
  assert.match(tested.stdout, /^Delivered \([0-9a-f-]{36}\): 201, \d+ ms\n$/, tested.stderr);
  assert.ok(performance.now() - sentAt < 15_000);
  await listen.until(/band\.changed \(test\) {2}.*: \d+\.\d\d \(.* risk\) → \d+\.\d\d \(.* risk\)\./);
  const [, delivery] = await follow.until(
    /band\.changed {2}201 {2}delivered {2}127\.0\.0\.1:\d+ {2}([0-9a-f-]{36})/,
  );
  assert.equal(await follow.stop(), 0);
  const shown = await rf(['webhooks', 'deliveries', delivery!], { env });
  assert.match(shown.stdout, /band\.changed {2}delivered\nEvent .*\nTo .*\nBody {6}\{"id":".*"test":true/);
  assert.match(
    shown.stdout,
    /\nTry 1 {2}.* ms {2}201\n {2}> POST http:.*\n(.*\n)* {2}> x-rf-signature: [0-9a-f]{64}\n/,
  );
  const again = await rf(['webhooks', 'redeliver', delivery!], { env });
  assert.equal(again.stdout, `${delivery} is on the way again\n`, again.stderr);
  for (const end = performance.now() + 10_000; handedOn.length < 3 && performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(handedOn.length, 3);
  assert.equal(await listen.stop(), 0);
  assert.match(listen.said(), /The endpoint is removed again/);
  const dead = await rf(['webhooks', 'add', '--url', 'http://127.0.0.1:1/', '--json'], { env });
  const failed = await rf(['webhooks', 'test', JSON.parse(dead.stdout).id], { env });
  assert.match(failed.stdout, /^Not delivered \(.*\): connect ECONNREFUSED 127\.0\.0\.1:1, \d+ ms\n$/);
  assert.equal(failed.code, 1);
});

/** Commands in this process, as somebody of a workspace; a refusal is part of what is told. */
async function shellOfMember(t: TestContext) {
  const folder = temporaryFolder(t);
  const env = { RF_DATA_DIR: folder, RF_WEBHOOK_LOOPBACK: 'yes' };
  const all = (terminal: Terminal, finish: Finish) =>
    new Command('rf').addCommand(workspacesCommand(terminal)).addCommand(webhooksCommand(terminal, finish));
  const shell =
    (token = '') =>
    async (...args: string[]): Promise<string> => {
      const told: string[] = [];
      try {
        told.push(...(await runCommand(all, args, { env: { ...env, RF_TOKEN: token } })).out);
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof UsageError)) throw error;
        told.push(`rf: ${error.message}`);
      }
      return told.join('\n');
    };
  const { out } = await runCommand(initCommand, ['--json'], { env });
  const olga = shell(JSON.parse(out.join('\n')).operator.token);
  const created = await olga('workspaces', 'create', 'Acorn', '--tier', 'FREE', '--json');
  const code = JSON.parse(created).claim_code;
  const claimed = await shell()('workspaces', 'claim', '--code', code, '--name', 'Ada', '--json');
  const { member, signing_secret } = JSON.parse(claimed);
  return { run: shell(member.token), signing_secret };
}

test('endpoints, the secret and what is refused, on the command line', async (t) => {
  const { run, signing_secret } = await shellOfMember(t);
  const dead = 'http://127.0.0.1:1/hook';
  const events = ['--events', 'band.changed, score.changed', '--description', 'mine'];
  const added = await run('webhooks', 'add', '--url', dead, ...events);
  const [, id] = /^http:\/\/127\.0\.0\.1:1\/hook added \(([0-9a-f-]{36})\)/.exec(added)!;
  const listed = await run('webhooks', 'list');
  assert.match(
    listed,
    /^http:\/\/127\.0\.0\.1:1\/hook +enabled +score\.changed,band\.changed +all +mine +[0-9a-f-]{36}$/m,
  );
  const inner = await run('webhooks', 'add', '--url', 'http://10.0.0.1/');
  assert.match(inner, /^rf: This cannot be an endpoint\. It must begin with https/);
  assert.match(
    await run('webhooks', 'add', '--url', 'https://a.example.org', '--events', 'x'),
    /^rf: (This cannot|"x" is nothing)/,
  );
  assert.match(await run('webhooks', 'test', id!, '--wait', '0'), /^On its way \(.*\): rf serve delivers it/);
  assert.match(
    await run('webhooks', 'deliveries'),
    /^\S+ +webhook\.test \(test\) +pending +0 .* 127\.0\.0\.1:1 /m,
  );
  assert.match(await run('webhooks', 'disable', dead), /^Disabled; what is due to it waits/);
  assert.match(await run('webhooks', 'test', id!), /^rf: The endpoint is disabled/);
  assert.equal(await run('webhooks', 'enable', id!), 'Enabled; 1 delivery on the way');
  const updated = await run('webhooks', 'update', id!, '--events', '', '--url', 'http://localhost:1/');
  assert.match(updated, /^http:\/\/localhost:1\/ updated/);
  assert.match(await run('webhooks', 'list'), /^http:\/\/localhost:1\/ +enabled +all +all/m);
  assert.match(await run('webhooks', 'redeliver'), /^rf: Name one delivery, or an endpoint/);
  const since = ['--endpoint', id!, '--since', '2026-04-01T00:00:00Z'];
  assert.equal(await run('webhooks', 'redeliver', ...since, '--failed'), '0 on the way again');
  assert.match(await run('webhooks', 'deliveries', '--status', 'lost'), /^rf: "lost" is no status/);
  assert.match(await run('webhooks', 'deliveries', 'nothing'), /^rf: The workspace has no delivery nothing/);
  assert.equal(await run('webhooks', 'remove', id!), 'Removed');
  assert.match(await run('webhooks', 'deliveries'), / cancelled .* the endpoint was removed /);
  assert.equal(await run('webhooks', 'notices'), '');

  const rotated = await run('workspaces', 'rotate-secret');
  const [, secret] = /^Signing secret {3}(whsec_\S+=)\nStore it now: it is not shown again\. Until /.exec(
    rotated,
  )!;
  assert.notEqual(secret, signing_secret);
  assert.match(await run('workspaces', 'rotate-secret'), /^rf: A rotation is under way/);
  const ended = await run('workspaces', 'rotate-secret', '--end-overlap');
  assert.equal(ended, 'From now on the new secret alone signs');
  const json = JSON.parse(await run('workspaces', 'rotate-secret', '--json'));
  assert.deepEqual(Object.keys(json), ['secret', 'overlap_ends_at']);
});
