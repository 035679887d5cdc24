// Traces, as a collector receives them: which spans there are, what they say, and that a collector that does not answer
// changes nothing for callers.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Api, startApi } from '../../../../test/support/api.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { startServer } from '../../../../test/support/server-process.ts';
import { PATIENCE_MS, until } from '../../../../test/support/until.ts';
import { readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { readConfig } from '../../src/service/config.ts';
import { ConfigError } from '../../src/service/config-error.ts';
import { holdPort } from '../../src/service/held-port.ts';
import { type Collector, type ReceivedSpan, startCollector, startHangingCollector } from './collector.ts';

const SERVER = 2;
const INTERNAL = 1;
const CLIENT = 3;
const FAILED = 2;
/** What the supervisor of a container gives it before it kills. */

let collector: Collector;
let api: Api;

before(async () => {
  collector = await startCollector(wholeFile);
  api = await startApi(wholeFile, {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-token=a%20secret',
      OTEL_SERVICE_NAME: 'indicators',
      RF_NODE: 'node-1',
    },
  });
});

interface Sent {
  traceId: string;
  parent: string;
  header: Record<string, string>;
}

/** A trace of the caller, as its own tracing would send it. */
function callersTrace({ isSampled = true } = {}): Sent {
  const traceId = randomBytes(16).toString('hex');
  const parent = randomBytes(8).toString('hex');
  return { traceId, parent, header: { traceparent: `00-${traceId}-${parent}-${isSampled ? '01' : '00'}` } };
}

async function spansOf({ traceId }: Sent, count: number): Promise<ReceivedSpan[]> {
  const found = () => collector.spans.filter((span) => span.traceId === traceId);
  await until(`${count} spans of a trace`, async () => found().length >= count);
  assert.equal(found().length, count, JSON.stringify(found()));
  return found();
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const span = spans.find((each) => each.name === name);
  assert.ok(span, `${name} is not among ${spans.map((each) => each.name).join(', ')}`);
  return span;
};

const tracingOf = (env: Record<string, string>) => readConfig(env).tracing;

test('the path of a route that takes any path is left out', async () => {
  const sent = callersTrace();
  await fetch(`${api.url}/console/what-the-caller-wrote`, { headers: sent.header });
  const [span] = await spansOf(sent, 1);
  assert.match(span!.attributes['http.route']!, /\*$/);
  assert.equal(span!.attributes['url.path'], undefined);
});

test('a keyed read of a prepared response is one span, which continues the trace of the caller', async () => {
  const sent = callersTrace();
  const { status } = await api.get('/api/v1/scores?token=in-the-query', api.keys.ENTERPRISE, sent.header);
  assert.equal(status, 400);
  const [refused] = await spansOf(sent, 1);
  assert.equal(refused!.attributes['url.path'], '/api/v1/scores');

  const next = callersTrace();
  await api.get('/api/v1/scores', api.keys.ENTERPRISE, { ...next.header, 'x-request-id': 'my-request-1' });
  const [span] = await spansOf(next, 1);
  assert.equal(span!.name, 'GET /api/v1/scores');
  assert.equal(span!.kind, SERVER);
  assert.equal(span!.parentSpanId, next.parent);
  const { 'rf.workspace_id': workspaceId, ...attributes } = span!.attributes;
  assert.match(workspaceId!, /^[0-9a-f-]{36}$/);
  assert.deepEqual(attributes, {
    'server.address': '127.0.0.1',
    'url.scheme': 'http',
    'url.path': '/api/v1/scores',
    'http.request.method': 'GET',
    'http.route': '/api/v1/scores',
    'http.response.status_code': '200',
    'rf.operation': 'listScores',
    'rf.request_id': 'my-request-1',
  });
  assert.deepEqual(span!.resource, { 'service.name': 'indicators', 'service.instance.id': 'node-1' });
  assert.equal(collector.headers.at(-1)!['x-collector-token'], 'a secret');
});

test('a read of the store has a span of the reading thread below its own', async () => {
  const sent = callersTrace();
  const path = '/api/v1/scores/brindlewick-vaults?as_of=2026-05-01T00:00:00.001Z';
  await api.get(path, api.keys.ENTERPRISE, sent.header);
  const spans = await spansOf(sent, 2);
  const request = named(spans, 'GET /api/v1/scores/{providerId}');
  const read = named(spans, 'reading read');
  assert.equal(read.parentSpanId, request.spanId);
  assert.equal(read.kind, INTERNAL);
  assert.deepEqual(read.attributes, { 'rf.thread': 'reading', 'rf.operation': 'getScore' });
});

const member = () =>
  readCredentialsFile(api.dataDir)!.workspaces.find(({ tier }) => tier === 'ENTERPRISE')!.member_token;

/** The end of the body comes when the request has long been routed. */
async function* inTwoParts(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text.slice(0, 5));
  await wait(50);
  yield Buffer.from(text.slice(5));
}

async function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: Readable.toWeb(Readable.from(inTwoParts(JSON.stringify(body)))) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  assert.ok(response.ok, await response.clone().text());
  return response;
}

const act = (path: string, body: unknown, headers: Record<string, string>) =>
  post(`/api/console/${path}`, body, { authorization: `Bearer ${member()}`, ...headers });

test('an act over HTTP has spans of the console thread, also after its body was read', async () => {
  const sent = callersTrace();
  const { key } = (await (
    await act('keys/create', { name: 'Traced', tier: 'ENTERPRISE' }, sent.header)
  ).json()) as { key: string };
  const spans = await spansOf(sent, 3);
  const request = named(spans, 'POST /api/console/keys/create');
  assert.equal(request.attributes['rf.operation'], 'keys.create');
  for (const name of ['console identify', 'console perform']) {
    const call = named(spans, name);
    assert.equal(call.parentSpanId, request.spanId, name);
    assert.equal(call.attributes['rf.act'], 'keys.create', name);
  }
  await api.get('/api/v1/methodology', key);
  assert.ok(!collector.text().includes(key));
});

test('calls to the bookkeeping thread and requests of sign-in have spans too', async () => {
  const request = callersTrace();
  const asked = { provider_name: 'Traced' };
  await post('/api/public/score-request', asked, request.header);
  const received = await spansOf(request, 2);
  assert.equal(
    named(received, 'bookkeeping scoreRequest').parentSpanId,
    named(received, 'POST /api/public/score-request').spanId,
  );
  const session = callersTrace();
  await fetch(`${api.url}/api/auth/get-session`, { headers: session.header });
  const handled = await spansOf(session, 2);
  assert.equal(named(handled, 'console identity').parentSpanId, named(handled, 'GET /api/auth/*').spanId);
});

test('an attempt to deliver a webhook is a span with the host of the receiver and nothing else of its address', async (t) => {
  const receiver = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  cleanUp(t, () => receiver.close());
  await new Promise((resolve) => receiver.once('listening', resolve));
  const { port } = receiver.address() as AddressInfo;
  const added = await act('webhooks/add', { url: `http://127.0.0.1:${port}/hooks/own-secret` }, {});
  const { id } = (await added.json()) as { id: string };
  await act('webhooks/test', { endpoint: id, type: 'issuance.new' }, {});
  const deliveries = () => collector.spans.filter(({ name }) => name === 'webhook delivery');
  await until('a span of the delivery', async () => deliveries().length > 0);
  const [span] = deliveries();
  assert.equal(span!.kind, CLIENT);
  assert.equal(span!.status.code, FAILED);
  const { 'rf.event_id': eventId, ...attributes } = span!.attributes;
  assert.ok(eventId);
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': '503',
    'error.type': '503',
  });
  assert.doesNotMatch(collector.text(), /own-secret/);
});

test('nothing that identifies or authorises a caller is in any span', async () => {
  const sent = callersTrace();
  await api.call('GET', '/api/v1/scores', { key: 'rf_live_not-a-key', headers: sent.header });
  await fetch(`${api.url}/no/such/place/with-a-secret?code=another-secret`, {
    headers: { cookie: 'session=third-secret', 'user-agent': 'fourth-secret', ...sent.header },
  });
  const spans = await spansOf(sent, 2);
  assert.deepEqual(spans.map(({ attributes }) => attributes['http.response.status_code']).sort(), [
    '401',
    '404',
  ]);
  assert.doesNotMatch(collector.text(), /secret|not-a-key/);
  for (const key of [...Object.values(api.keys), member()]) assert.ok(!collector.text().includes(key));
});

test('a caller whose trace is not recorded is not recorded here', async () => {
  const sent = callersTrace({ isSampled: false });
  await api.get('/api/v1/scores', api.keys.ENTERPRISE, sent.header);
  const after = callersTrace();
  await api.get('/api/v1/scores', api.keys.ENTERPRISE, after.header);
  await spansOf(after, 1);
  assert.ok(!collector.text().includes(sent.traceId));
});

test('a collector that is down changes nothing for callers, and is in the log', async (t) => {
  const endpoint = `http://127.0.0.1:${holdPort().port}`;
  const down = await startApi(t, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  // More than wait for the collector, and more than one batch.
  for (let at = 0; at < 50; at += 1) {
    const { status } = await down.get('/api/v1/scores', down.keys.ENTERPRISE);
    assert.equal(status, 200);
  }
  await until('the log says so', async () => /Traces cannot be sent to the collector/.test(down.errors()));
  assert.equal(await down.stop(), 0);
});

test('a collector that takes spans and never answers does not keep the process from stopping', async (t) => {
  const endpoint = await startHangingCollector(t);
  const server = await startServer(t, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  for (let at = 0; at < 50; at += 1)
    assert.equal((await fetch(`${server.url}/api/public/scores`)).status, 200);
  const asked = performance.now();
  assert.equal(await server.stop(), 0);
  assert.ok(performance.now() - asked < PATIENCE_MS);
});

test('traces are off without an endpoint, and wrong settings are refused', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' };
  assert.equal(tracingOf({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'nonsense' }), null);
  assert.deepEqual(tracingOf(endpoint), {
    url: 'http://localhost:4318/v1/traces',
    headers: {},
    serviceName: 'rf-risk-indicators',
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  const set = tracingOf({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20QQ%3D%3D, x-team = risk',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  });
  assert.equal(set!.url, 'https://collector.example/otlp/v1/traces');
  assert.deepEqual(set!.headers, { authorization: 'Basic QQ==', 'x-team': 'risk' });
  assert.equal(set!.ratio, 0.05);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
    { ...endpoint, OTEL_TRACES_SAMPLER: 'sometimes' },
    { ...endpoint, OTEL_TRACES_SAMPLER_ARG: '1.5' },
    { ...endpoint, OTEL_TRACES_SAMPLER_ARG: 'half' },
    { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'no-value' },
    { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'a=%E0%A4%A' },
  ])
    assert.throws(() => tracingOf(wrong), ConfigError, JSON.stringify(wrong));
});
