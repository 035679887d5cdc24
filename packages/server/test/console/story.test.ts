// The whole story of a customer by plain HTTP, on a real service: an invitation, a claim that a second person confirms,
// the secret, the terms, a key, its use, a webhook that fails and is mended, and the end of key, person and workspace.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { ActName } from '@rf-indicators/contract/acts';
import type { Called } from '../../../../test/support/described.ts';
import { until } from '../../../../test/support/until.ts';
import { bodySignature, signingKey } from '../../src/webhooks/sending/signature.ts';
import { type Credentials, cookiesOf } from './client.ts';
import { type Served, serveSmallStore } from './served.ts';

const PASSWORD = 'marmalade tractor violet';

interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An endpoint of the customer that fails until it is mended. */
async function receiver(t: TestContext) {
  const received: Received[] = [];
  const state = { status: 500 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(state.status).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return { received, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** Repeats a question until the answer is as wanted. */
async function answerOf<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  let answer = await ask();
  await until('the answer is as wanted', async () => {
    answer = await ask();
    return isWanted(answer);
  });
  return answer;
}

class Customer {
  readonly served: Served;
  cookie = '';

  constructor(served: Served) {
    this.served = served;
  }

  get who(): Credentials {
    return { cookie: this.cookie };
  }

  async act(name: ActName, input: object, headers: Record<string, string> = {}): Promise<Called> {
    return this.served.client.act(name, input, this.who, headers);
  }

  async ok(name: ActName, input: object, headers: Record<string, string> = {}) {
    return ok(await this.act(name, input, headers), name);
  }

  async refused(name: ActName, input: object, code: string): Promise<void> {
    const { json } = await this.act(name, input);
    assert.equal(json.code, code, `${name}: ${JSON.stringify(json)}`);
  }

  /** Claims a link as the person who got it; returns the check number. */
  async claim(link: string): Promise<string> {
    const code = link.split('#')[1]!;
    const body = { code, password: PASSWORD };
    const { status, json } = await this.served.client.auth('POST', '/invitations/claim', { body });
    assert.deepEqual([status, json.active], [200, false], JSON.stringify(json));
    return json.check;
  }

  async signIn(email: string): Promise<number> {
    const body = { email, password: PASSWORD };
    const answer = await this.served.client.auth('POST', '/sign-in/email', { body });
    this.cookie = cookiesOf(answer);
    return answer.status;
  }

  async sessionStatus(): Promise<number> {
    return (await this.act('keys.list', {})).status;
  }
}

function ok({ status, json }: Called, name: string) {
  assert.equal(status, 200, `${name}: ${JSON.stringify(json)}`);
  return json;
}

test('from an invitation to a revoked key, by plain HTTP', async (t) => {
  const served = await serveSmallStore(t, { env: { RF_WEBHOOK_LOOPBACK: 'yes' } });
  const since = new Date().toISOString();
  const { client, server, staff } = served;
  const operator = { token: staff.operator.token };
  const reviewer = { token: staff.reviewer.token };
  const desk = async (name: ActName, input: object, who: Credentials = operator) =>
    ok(await client.act(name, input, who), name);
  const cleo = new Customer(served);

  // The operator creates the workspace and invites its first Contract Admin.
  const { workspace, claim_code } = await desk('workspaces.create', { name: 'Cedar', tier: 'ENTERPRISE' });
  const invited = { workspace: 'Cedar', name: 'Cleo', email: 'cleo@example.com' };
  const { invitation, mailed } = await desk('sign_ins.invite_admin', invited);
  assert.equal(mailed, false);
  const { link } = await desk('sign_ins.show_link', { invitation });

  // Cleo claims it, and a second person who did not see the link confirms.
  const check = await cleo.claim(link);
  assert.equal(await cleo.signIn('cleo@example.com'), 401);
  const self = await client.act('sign_ins.confirm', { invitation, check }, operator);
  assert.equal(self.json.code, 'conflict');
  await desk('sign_ins.confirm', { invitation, check }, reviewer);
  assert.equal(await cleo.signIn('cleo@example.com'), 200);
  const session = await client.auth('GET', '/session', cleo.who);
  assert.deepEqual(session.json.people[0].roles, ['contract_admin']);
  const late = await client.act('workspaces.claim', { code: claim_code, name: 'Mallory' });
  assert.equal(late.json.code, 'conflict');

  // She is shown the signing secret once, and nobody else is.
  const asStaff = await client.act('workspaces.show_secret', {}, operator);
  assert.equal(asStaff.json.code, 'insufficient_role');
  const { secret } = await cleo.ok('workspaces.show_secret', {});
  assert.match(secret, /^whsec_/);
  await cleo.refused('workspaces.show_secret', {}, 'conflict');

  // Terms, then a key. A repeated request names the key without its secret.
  const wanted = { name: 'backend', tier: 'PROFESSIONAL' };
  await cleo.refused('keys.create', wanted, 'terms_not_accepted');
  const { digest } = ok(await client.act('terms.show', { kind: 'api' }), 'terms.show');
  await cleo.ok('terms.accept', { kind: 'api', digest });
  const once = { 'idempotency-key': 'the backend key' };
  const { json: unusable } = await cleo.act('keys.create', wanted, once);
  assert.equal(unusable.code, 'invalid_parameter');
  const first = await cleo.act('keys.create', wanted, { 'idempotency-key': 'backend-1' });
  const again = await cleo.act('keys.create', wanted, { 'idempotency-key': 'backend-1' });
  const { id, key } = ok(first, 'keys.create');
  assert.deepEqual(ok(again, 'keys.create'), { ...first.json, key: null });
  assert.deepEqual(
    [first, again].map(({ headers }) => headers['idempotent-replayed']),
    [undefined, 'true'],
  );
  const { data: keys } = await cleo.ok('keys.list', {});
  assert.deepEqual(
    keys.map((one: { id: string }) => one.id),
    [id],
  );

  // It works at once, and its use is counted.
  const status = async (apiKey: string) =>
    (await fetch(`${server.url}/api/v1/usage`, { headers: { 'x-api-key': apiKey } })).status;
  for (let calls = 0; calls < 3; calls += 1) assert.equal(await status(key), 200);
  const usage = () => cleo.ok('usage.list', {});
  const counted = await answerOf(usage, ({ data }) => data[0]?.accepted >= 3);
  assert.deepEqual([counted.data[0].key_id, counted.data[0].refused], [id, 0]);

  // A webhook fails, is mended, and is sent now instead of at its next attempt.
  const { received, state, url } = await receiver(t);
  const endpoint = await cleo.ok('webhooks.add', { url });
  const test = { endpoint: endpoint.id, type: 'webhook.test' };
  const { delivery_id: delivery } = await cleo.ok('webhooks.test', test);
  const show = () => cleo.ok('deliveries.show', { delivery });
  const failed = await answerOf(show, ({ attempts }) => attempts.length > 0);
  assert.deepEqual([failed.last_code, failed.status !== 'delivered'], [500, true]);
  state.status = 204;
  await cleo.ok('deliveries.redeliver', { delivery });
  const delivered = await answerOf(show, (one) => one.status === 'delivered');
  assert.equal(delivered.last_code, 204);
  const last = received.at(-1)!;
  assert.equal(last.headers['x-rf-signature'], bodySignature(signingKey(secret), last.body));

  // The key is rotated and revoked: at once for the new one, a moment later for the old ones.
  const rotated = await cleo.ok('keys.rotate', { key: id, grace_hours: 0 });
  assert.equal(await status(rotated.key), 200);
  await answerOf(
    () => status(key),
    (code) => code === 401,
  );
  await cleo.ok('keys.revoke', { key: rotated.id });
  await answerOf(
    () => status(rotated.key),
    (code) => code === 401,
  );

  // A colleague joins and is removed, which ends their session. So does the suspension of the workspace.
  const dev = new Customer(served);
  const colleague = { name: 'Dev', role: 'developer', email: 'dev@example.com' };
  const { invitation: second } = await cleo.ok('members.invite', colleague);
  const { link: theirs } = await desk('sign_ins.show_link', { invitation: second });
  await cleo.ok('members.confirm', { person: 'Dev', check: await dev.claim(theirs) });
  assert.equal(await dev.signIn('dev@example.com'), 200);
  assert.equal(await dev.sessionStatus(), 200);
  await cleo.ok('members.remove', { person: 'Dev' });
  await answerOf(
    () => dev.sessionStatus(),
    (code) => code === 401,
  );
  assert.equal(await cleo.sessionStatus(), 200);
  await desk('workspaces.suspend', { workspace: 'Cedar', reason: 'A test.' });
  await answerOf(
    () => cleo.sessionStatus(),
    (code) => code === 401,
  );
  assert.equal(await cleo.signIn('cleo@example.com'), 403);

  // The audit trail says how each of them was identified.
  const { data: trail } = await desk('audit.list', { from: since, limit: 1000 });
  const records = trail as { actor: string; action: string; subject: string; via: string | null }[];
  // A link is claimed by whoever has it: nobody is identified then.
  const acts = records.filter(({ action }) => action !== 'sign_in.claimed');
  const via = (actor: string) => [
    ...new Set(acts.filter((one) => one.actor === actor).map((one) => one.via)),
  ];
  assert.deepEqual(via(staff.reviewer.id), ['token']);
  assert.deepEqual(via(staff.operator.id), ['token']);
  assert.deepEqual(via(session.json.acting_as.split('/')[1]), ['session']);
  const shown = records.filter(({ action }) => action === 'workspace.secret_shown');
  assert.deepEqual(
    shown.map(({ subject }) => subject),
    [`workspaces/${workspace.id}`],
  );
  assert.equal(server.errors(), '');
});
