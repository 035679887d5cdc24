// rf webhooks beside a real server: a developer sees a delivery within a minute of starting the demo.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { openStore } from '@rf-indicators/core/store/open';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { rf } from '../../../../test/support/rf.ts';
import { until } from '../../../../test/support/until.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { type Finish, type Terminal, UsageError } from '../../src/cli/terminal.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { signatureHeaders, signingKey } from '../../src/webhooks/sending/signature.ts';
import { programOf, runCommand } from '../cli/run-command.ts';

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
      await until(`it says ${pattern}`, () => pattern.test(said)).catch((error: Error) => {
        throw new Error(`${error.message}:\n${said}`);
      });
      return pattern.exec(said)!;
    },
    stop: async () => {
      child.kill('SIGINT');
      const [code] = await exited;
      return code as number | null;
    },
  };
}

test('listen --register beside the demo: a test arrives, is verified, printed and forwarded', async (t) => {
  const { dataDir } = await startInProcess(t);
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
    /webhook\.test \(test\) {2}This is a test: deliveries arrive\..*\n.*x-rf-signature ok, webhook-signature ok\n.*forwarded: 201/,
  );
  assert.ok(!listen.said().includes('whsec_'));
  const [, id] = await listen.until(/Registered for .* \(([0-9a-f-]{36})\)/);

  const follow = running(t, ['webhooks', 'deliveries', '--follow'], env);
  await follow.until(/webhook\.test \(test\) +delivered +1 +201/);
  let sent = 0;
  let tested: Awaited<ReturnType<typeof rf>>;
  // The command waits for some seconds, which is not enough on every busy machine.
  do {
    sent += 1;
    tested = await rf(['webhooks', 'test', id!, '--type', 'band.changed'], { env });
  } while (tested.stdout.startsWith('Not delivered yet') && sent < 10);
  assert.match(tested.stdout, /^Delivered \([0-9a-f.-]{49}\): 201, \d+ ms\n$/, tested.stderr);
  await listen.until(/band\.changed \(test\) {2}.*: \d+\.\d\d \(.* risk\) → \d+\.\d\d \(.* risk\)\./);
  const [, delivery] = await follow.until(
    /band\.changed {2}201 {2}delivered {2}127\.0\.0\.1:\d+ {2}([0-9a-f.-]{49})/,
  );
  assert.equal(await follow.stop(), 0);
  const shown = await rf(['webhooks', 'deliveries', delivery!], { env });
  assert.match(shown.stdout, /band\.changed {2}delivered\nEvent .*\nTo .*\nBody {10}\{"id":".*"test":true/);
  assert.match(
    shown.stdout,
    /\nAttempt 1 {2}.* ms {2}201\n {2}> POST http:.*\n(.*\n)* {2}> x-rf-signature: [0-9a-f]{64}\n/,
  );
  const again = await rf(['webhooks', 'redeliver', delivery!], { env });
  assert.equal(again.stdout, `${delivery} will be sent now\n`, again.stderr);
  await until('it arrives again', () => handedOn.length >= sent + 2);
  assert.equal(handedOn.length, sent + 2);
  assert.equal(await listen.stop(), 0);
  assert.match(listen.said(), /The endpoint was removed/);
  const dead = await rf(['webhooks', 'add', '--url', 'http://127.0.0.1:1/', '--json'], { env });
  const failed = await rf(['webhooks', 'test', JSON.parse(dead.stdout).id], { env });
  assert.match(failed.stdout, /^Not delivered \(.*\): connect ECONNREFUSED, \d+ ms\n$/);
  assert.equal(failed.code, 1);
});

test('listen goes on after whatever anybody sends, and says what is not verified', async (t) => {
  const secret = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQ=';
  const listen = running(t, ['webhooks', 'listen', '--secret', secret], {});
  const [, url] = await listen.until(/Listening on (http:\S+)/);
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(url!, { method: 'POST', body, headers })).status;
  for (const body of ['null', '7', '[]', '"text"', 'no JSON', '{}', '{"type":{},"id":"e"}']) {
    assert.equal(await post(body), 400, body);
  }
  await listen.until(/NOT VERIFIED {2}the body is not an event\n/);
  for (const data of [null, {}, { new_score: 'x', new_band: 1, previous_score: null }]) {
    assert.equal(await post(JSON.stringify({ type: 'band.changed', id: 'e', data })), 401);
  }
  await listen.until(/NOT VERIFIED {2}band\.changed {2}data that this version cannot read {2}e\n/);
  const steering = { type: 'x\u001b[2J\ny\u009b1m', id: '\u001b]0;t\u0007\u202ee', data: {} };
  assert.equal(await post(JSON.stringify(steering)), 401);
  await listen.until(/NOT VERIFIED {2}x \[2J y 1m {2}a type .* \]0;t e\n.*signature WRONG/);
  assert.doesNotMatch(listen.said(), /[^\P{Cc}\n]/u);

  const { port } = new URL(url!);
  const client = connect(Number(port), '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"type":', () => client.destroy());
  await listen.until(/A request was aborted before its end/);

  const signed = JSON.stringify({ type: 'webhook.test', id: 'e', data: { message: 'Still here.' } });
  const seconds = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders([signingKey(secret)], 'e', seconds, Buffer.from(signed));
  assert.equal(await post(signed, headers), 200);
  await listen.until(/\d\d {2}webhook\.test {2}Still here\. {2}e\n/);
  assert.equal(await listen.stop(), 0, listen.said());
});

/** Commands in this process, as somebody of a workspace; a refusal is part of what is told. */
async function shellOfMember(t: TestContext) {
  const folder = temporaryFolder(t);
  const env = { RF_DATA_DIR: folder, RF_WEBHOOK_LOOPBACK: 'yes' };
  const all = await programOf('workspaces', 'webhooks');
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
  return {
    run: shell(member.token),
    signing_secret,
    dataDir: folder,
    env: { ...env, RF_TOKEN: member.token as string },
  };
}

test('listen --register that fails on the way leaves no endpoint behind', async (t) => {
  const { run, env } = await shellOfMember(t);
  const webhooks = await programOf('webhooks');
  const make = (terminal: Terminal, finish: Finish) => {
    const out = (line: string) => {
      if (line.startsWith('Registered')) throw new Error('the terminal is gone');
    };
    return webhooks({ ...terminal, out }, finish);
  };
  await assert.rejects(
    runCommand(make, ['webhooks', 'listen', '--register'], { env }),
    /the terminal is gone/,
  );
  assert.deepEqual(JSON.parse(await run('webhooks', 'list', '--json')), []);
});

test('control characters in a response do not reach the terminal', async (t) => {
  const { run, dataDir } = await shellOfMember(t);
  const added = await run('webhooks', 'add', '--url', 'http://127.0.0.1:1/', '--json');
  const endpoint_id = JSON.parse(added).id as string;
  await run('webhooks', 'test', endpoint_id, '--wait', '0');
  const [{ id, event_id }] = JSON.parse(await run('webhooks', 'deliveries', '--json'));
  const store = await openStore({ dataDir, databaseUrl: null });
  const place = { endpoint_id, event_id, url: 'http://127.0.0.1:1/', request_headers: '{}' };
  const odd = 'a\u001b[2J\u007fb\u009b31m\u0085c';
  const answered = { code: 500, response_headers: JSON.stringify({ 'x-odd': odd }), response_body: odd };
  const none = { code: null, response_headers: null, response_body: null };
  await store.db
    .insertInto('webhook_attempts')
    .values([
      { ...place, ...answered, started_at: 1, finished_at: 2, error: null },
      { ...place, ...none, started_at: 3, finished_at: 4, error: odd },
    ])
    .execute();
  await store.close();
  const shown = await run('webhooks', 'deliveries', id);
  assert.match(shown, /^ {2}< x-odd: a \[2J b 31m c$/m);
  assert.match(shown, /^ {2}< a \[2J b 31m c$/m);
  assert.match(shown, /^Attempt 2 .* a \[2J b 31m c$/m);
  assert.doesNotMatch(shown, /[^\P{Cc}\n]/u);
});

test('endpoints, the secret and what is refused, on the command line', async (t) => {
  const { run, signing_secret } = await shellOfMember(t);
  const dead = 'http://127.0.0.1:1/hook';
  const events = ['--events', 'band.changed, score.changed', '--description', 'mine'];
  const added = await run('webhooks', 'add', '--url', dead, ...events);
  const [, id] = /^http:\/\/127\.0\.0\.1:1\/hook added \(([0-9a-f-]{36})\)/.exec(added)!;
  const listed = await run('webhooks', 'list');
  assert.match(
    listed,
    /^http:\/\/127\.0\.0\.1:1\/hook +enabled +score\.changed,band\.changed +all +workspace +mine +[0-9a-f-]{36}$/m,
  );
  const inner = await run('webhooks', 'add', '--url', 'http://10.0.0.1/');
  assert.match(inner, /^rf: This URL cannot be an endpoint\. It must begin with https/);
  assert.match(
    await run('webhooks', 'add', '--url', 'https://a.example.org', '--events', 'x'),
    /^rf: (This URL cannot|"x" is not an event type)/,
  );
  assert.match(
    await run('webhooks', 'test', id!, '--wait', '0'),
    /^Not delivered yet \(.*\): rf serve sends it/,
  );
  assert.match(
    await run('webhooks', 'deliveries'),
    /^\S+ +webhook\.test \(test\) +pending +0 .* 127\.0\.0\.1:1 /m,
  );
  assert.match(
    await run('webhooks', 'disable', dead),
    /^Disabled; its deliveries wait until rf webhooks enable/,
  );
  assert.match(await run('webhooks', 'test', id!), /^rf: The endpoint is disabled/);
  assert.equal(await run('webhooks', 'enable', id!), 'Enabled; 1 delivery being sent');
  const updated = await run('webhooks', 'update', id!, '--events', '', '--url', 'http://localhost:1/');
  assert.match(updated, /^http:\/\/localhost:1\/ updated/);
  assert.match(await run('webhooks', 'list'), /^http:\/\/localhost:1\/ +enabled +default types +all/m);
  assert.match(await run('webhooks', 'redeliver'), /^rf: Name one delivery, or an endpoint/);
  const since = ['--endpoint', id!, '--since', '2026-04-01T00:00:00Z'];
  assert.equal(await run('webhooks', 'redeliver', ...since, '--failed'), 'No deliveries match');
  const dry = await run('webhooks', 'redeliver', ...since, '--dry-run');
  assert.equal(dry, 'No deliveries match\nNothing was sent (--dry-run)');
  const given = await run('webhooks', 'give-secret', id!);
  assert.match(given, /^Signing secret {3}whsec_\S+=\nStore it now: it is not shown again\. Until /);
  assert.match(await run('webhooks', 'list'), /^http:\/\/localhost:1\/ +enabled +default types +all +own /m);
  assert.match(await run('webhooks', 'rotate-secret', id!), /^rf: A change of the secret .* in progress/);
  const only = 'From now on only the new secret signs';
  assert.equal(await run('webhooks', 'rotate-secret', id!, '--end-overlap'), only);
  const second = JSON.parse(await run('webhooks', 'rotate-secret', id!, '--json'));
  assert.deepEqual(Object.keys(second), ['secret', 'overlap_ends_at']);
  assert.equal(await run('webhooks', 'rotate-secret', id!, '--end-overlap'), only);
  assert.match(await run('webhooks', 'remove-secret', id!), /^Removed; until \S+ it still signs beside/);
  assert.match(await run('webhooks', 'deliveries', '--status', 'lost'), /^rf: "lost" is not a status/);
  assert.match(await run('webhooks', 'deliveries', 'nothing'), /^rf: The workspace has no delivery nothing/);
  assert.equal(await run('webhooks', 'remove', id!), 'Removed');
  assert.match(await run('webhooks', 'deliveries'), / cancelled .* the endpoint was removed /);
  assert.equal(await run('webhooks', 'notices'), '');

  const rotated = await run('workspaces', 'rotate-secret');
  const [, secret] = /^Signing secret {3}(whsec_\S+=)\nStore it now: it is not shown again\. Until /.exec(
    rotated,
  )!;
  assert.notEqual(secret, signing_secret);
  assert.match(await run('workspaces', 'rotate-secret'), /^rf: A rotation is already in progress/);
  const ended = await run('workspaces', 'rotate-secret', '--end-overlap');
  assert.equal(ended, 'From now on only the new secret signs');
  const json = JSON.parse(await run('workspaces', 'rotate-secret', '--json'));
  assert.deepEqual(Object.keys(json), ['secret', 'overlap_ends_at']);
});
