// The API reference as a client gets it: a page for every operation, made from the OpenAPI documents.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { OPERATIONS, type OpenApiDocument, type Operation, problemsOf } from '@rf-indicators/contract';
import { CONSOLE_OPERATIONS, type ConsoleDocument } from '@rf-indicators/contract/console';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

let url: string;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
});

async function getPage(path: string): Promise<{ status: number; text: string; policy: string }> {
  const response = await fetch(url + path, { headers: { accept: 'text/html' } });
  const policy = response.headers.get('content-security-policy') ?? '';
  return { status: response.status, text: await response.text(), policy };
}

function pageOf(id: string): string {
  return `/docs/api/${id.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()}`;
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

test('the reference lists every operation of both documents, by subject, without scripts', async () => {
  const api = await getPage('/docs/api');
  const openApi = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
  for (const [path, item] of Object.entries(openApi.paths))
    for (const [method, operation] of Object.entries(item)) {
      const { operationId } = operation as { operationId: string };
      assert.ok(api.text.includes(`href="${pageOf(operationId)}"`), operationId);
      assert.ok(plain(api.text).includes(`${method.toUpperCase()} ${path}`), path);
    }
  for (const type of Object.keys(openApi.webhooks))
    assert.ok(plain(api.text).includes(`EVENT ${type}`), type);
  const own = await getPage('/docs/api/console');
  const console = (await (await fetch(`${url}/api/console/openapi.json`)).json()) as ConsoleDocument;
  for (const path of Object.keys(console.paths)) assert.ok(own.text.includes(path), path);
  for (const document of ['/api/openapi.json', '/openapi.yaml', '/api/console/openapi.json'])
    assert.ok(api.text.includes(`href="${document}"`), document);
});

test('the header shows that these pages are the reference', async () => {
  for (const path of ['/docs/api', '/docs/api/console', '/docs/api/get-score'])
    assert.match(
      (await getPage(path)).text,
      /<nav aria-label="Site">.*"\/docs\/api" aria-current="page">Reference</,
      path,
    );
  assert.match((await getPage('/docs/errors')).text, /"\/docs" aria-current="page">Guides</);
});

test('the page of an operation has its parameters, members, problems and samples', async () => {
  for (const operation of Object.values<Operation>(OPERATIONS)) {
    const { id, method, path, summary, params, query, body, success } = operation;
    const { status, text } = await getPage(pageOf(id));
    assert.equal(status, 200, id);
    assert.ok(plain(text).includes(`${method} ${path}`), id);
    assert.ok(plain(/<h1>(.*?)<\/h1>/.exec(text)![1]!) === summary, id);
    for (const name of Object.keys({ ...params.properties, ...query.properties }))
      assert.ok(text.includes(`id="parameter.${name}"`), `${id} ${name}`);
    for (const code of problemsOf(operation))
      assert.ok(text.includes(`href="/docs/errors#${code}"`), `${id} ${code}`);
    const { properties = {} } = (success.schema ?? {}) as { properties?: object };
    for (const name of Object.keys(properties))
      assert.ok(text.includes(`id="answer.${name}"`), `${id} ${name}`);
    const taken = (body ?? {}) as { properties?: object };
    for (const name of Object.keys(taken.properties ?? {}))
      assert.ok(text.includes(`id="body.${name}"`), `${id} ${name}`);
    for (const language of ['curl', 'javascript', 'python'])
      assert.ok(text.includes(`data-language="${language}"`), `${id} ${language}`);
  }
});

test('members inside members have an anchor, their type, meaning and constraints', async () => {
  const { text } = await getPage('/docs/api/get-score');
  const member = /<div id="answer\.rf_decision_object\.points_to_next_band">.*?<\/div>/s.exec(text)![0];
  assert.match(plain(member), /points_to_next_band number/);
  assert.match(text, /id="answer\.criterion_scores\.input\.source_grade"/);
  assert.match(plain(text), /One of LOW, MEDIUM, ELEVATED, HIGH\./);
  assert.match(plain(text), /At most 80 characters\./);
  const forms = await getPage('/docs/api/call-agent-tool');
  assert.match(plain(forms.text), /If tool_name is compare_providers/);
});

test('every page of the console says who may, and that keys do not work there', async () => {
  for (const { path, act, entry } of CONSOLE_OPERATIONS) {
    const name = act.replaceAll(/[._]/g, '-');
    const { status, text } = await getPage(`/docs/api/console/${name}`);
    assert.equal(status, 200, act);
    assert.ok(plain(text).includes(path), act);
    assert.ok(!text.includes('data-try'), act);
    if (entry.who.anyone === undefined) assert.ok(text.includes('API keys do not work here'), act);
  }
  const { text } = await getPage('/docs/api/console/keys-create');
  assert.match(plain(text), /Members Contract Admin, developer/);
  assert.match(plain(text), /rf keys create <name> \\\n {2}--tier <tier>/);
});

test('pages are light, keep to the policy of all pages, and an unknown one is not found', async () => {
  const pages = ['/docs/api', '/docs/api/console', pageOf('getScore'), pageOf('callAgentTool')];
  for (const path of pages) {
    const { text, policy } = await getPage(path);
    assert.doesNotMatch(policy, /unsafe/, path);
    // The longest is that of the agent tools, which has the schemas of all of them.
    assert.ok(gzipSync(text).length < 21_000, `${path} is ${gzipSync(text).length} bytes`);
  }
  for (const path of [
    '/docs/api/no-such',
    '/docs/api/contents',
    '/docs/api/../contents',
    '/docs/api/%2e%2e/x',
  ])
    assert.equal((await getPage(path)).status, 404, path);
});
