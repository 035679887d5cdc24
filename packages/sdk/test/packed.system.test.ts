// The package as its users get it: packed and installed as the README says, and run wherever they run it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { SCHEMAS, WEBHOOK_EVENT_TYPES } from '@rf-indicators/contract';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { launchChromium, serve } from '../../../test/support/chromium.ts';
import { cases } from '../../../test/support/counts.ts';
import { PATIENCE_MS } from '../../../test/support/until.ts';
import { repository, startDemo } from './support/demo.ts';
import { KEYS } from './support/policy-service.ts';

const run = promisify(execFile);
/** Slow checks of what changes seldom. npm run test:system packs, installs and uses the package, and checks its types with tsc. */
const onlyFull = cases(true, false);
const own = path.join(repository, 'packages/sdk');
const bin = path.join(repository, 'node_modules/.bin');
const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-sdk-packed-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const user = path.join(folder, 'user');
const installed = path.join(user, 'node_modules/@rf-indicators/sdk');
const [demo, tarball] = await Promise.all([startDemo(), packAndInstall()]);

/** Runs the README's own commands, in another folder than /tmp itself and without asking a registry. */
async function packAndInstall(): Promise<string> {
  const text = readFileSync(path.join(own, 'README.md'), 'utf8').replaceAll('/tmp', folder);
  const pack = /^npm pack .*$/m.exec(text)![0];
  const [install, file] = /^npm install (\S+\.tgz)$/m.exec(text)!;
  await run('sh', ['-c', pack], { cwd: repository });
  mkdirSync(user);
  writeFileSync(path.join(user, 'package.json'), '{ "private": true }\n');
  await run('sh', ['-c', `${install} --offline`], { cwd: user });
  return file!;
}

/** The environment variables that the README's quick start reads. */
async function surroundings(): Promise<NodeJS.ProcessEnv> {
  const answer = await fetch(`${demo.url}/api/public/keys`);
  const keys = (await answer.json()) as { data: { public_key: string }[] };
  return {
    ...process.env,
    RF_URL: demo.url,
    RF_KEY: demo.keys.ENTERPRISE,
    RF_VERIFIER_KEY: keys.data.at(-1)!.public_key,
  };
}

/** Every Node from version 20 on this machine: the pinned one, and the system's if that is another. */
async function everyNode(): Promise<Map<string, string>> {
  const places = [process.execPath, '/usr/local/bin/node', '/usr/bin/node'];
  const found = new Map<string, string>();
  for (const place of places) {
    const answer = await run(place, ['--version']).catch(() => null);
    const version = answer?.stdout.trim() ?? '';
    if (Number(version.slice(1).split('.')[0]) >= 20 && !found.has(version)) found.set(version, place);
  }
  return found;
}

test('the tarball contains what is promised, and nothing else', () => {
  const files = globSync('**', { cwd: installed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)));
  const unexpected = files.filter(
    (name) =>
      !/^(README\.md|package\.json|(policy|prompts|verify)\/package\.json|dist\/(LICENSE|(index|policy|prompts|verify)\.c?js(\.map)?|types\/[\w/-]+\.d\.c?ts))$/.test(
        name,
      ),
  );
  assert.deepEqual(unexpected, []);
  const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  assert.equal(manifest.license, 'Apache-2.0');
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.peerDependencies, undefined);
  assert.deepEqual(
    readdirSync(path.join(user, 'node_modules/@rf-indicators')),
    ['sdk'],
    'no other package is installed',
  );
});

test('the plain client is under 6.5 KB gzipped, and the engine is in the entries that verify alone', () => {
  for (const name of ['index.js', 'index.cjs']) {
    const text = readFileSync(path.join(installed, 'dist', name));
    const size = gzipSync(text, { level: 9 }).length;
    assert.ok(size < 6.5 * 1024, `${name} is ${size} bytes`);
    assert.doesNotMatch(text.toString(), /packages\/engine|packages\/contract|typebox/);
  }
  for (const name of ['index', 'policy', 'verify'].flatMap((one) => [`${one}.js`, `${one}.cjs`])) {
    const text = readFileSync(path.join(installed, 'dist', name), 'utf8');
    // The other entries take the classes of their errors from the client, and import nothing else.
    const client = /(from\s*|require\()["'`]\.\/index\.c?js["'`]/;
    const isVerifier = !name.startsWith('index');
    assert.equal(client.test(text), isVerifier, name);
    assert.doesNotMatch(
      isVerifier ? text.replace(client, '') : text,
      /\brequire\(|\bfrom\s*["'`][\w.@]|\bimport\s*["'`(]|\bnode:|\bprocess\.|\bBuffer\b/,
      name,
    );
  }
});

test('every entry can be loaded, and throws the errors of the client', async () => {
  const entries = [
    '@rf-indicators/sdk',
    ...['policy', 'prompts', 'verify'].map((one) => `@rf-indicators/sdk/${one}`),
  ];
  const use = `
    for (const one of ${JSON.stringify(entries)}) await load(one);
    const { PolicyClient } = await load('@rf-indicators/sdk/policy');
    const { RateLimitError } = await load('@rf-indicators/sdk');
    const fetch = async () => Response.json({}, { status: 429, headers: { 'retry-after': '9' } });
    const client = new PolicyClient({ baseUrl: 'https://indicators.example', fetch });
    const asked = { policy: 'lender', providers: ['a'] };
    const { error } = await client.evaluate(asked, { keys: ${JSON.stringify(KEYS)}, deadlineMs: 1000 });
    console.log(error instanceof RateLimitError);`;
  const asModule = await run(
    process.execPath,
    ['--input-type=module', '-e', `const load = (one) => import(one); ${use}`],
    { cwd: user },
  );
  const asCommonJs = await run(
    process.execPath,
    ['-e', `const load = require; (async () => { ${use} })();`],
    { cwd: user },
  );
  assert.deepEqual([asModule.stdout, asCommonJs.stdout], ['true\n', 'true\n']);
});

test('publint finds no problem', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg!)),
    [],
  );
});

test('arethetypeswrong finds no problem', { skip: onlyFull }, async () => {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  assert.ok(analysis.types);
  assert.deepEqual(analysis.problems, []);
});

describe('types', () => {
  const uses = `
    import { RfClient, RateLimitError, WebhookVerifier, type BandChangedEvent, type RateLimit, type ScoreSnapshot, type Tier, type WebhookEvent } from '@rf-indicators/sdk';
    import { PolicyClient, type Evaluated, type PolicyBundle } from '@rf-indicators/sdk/policy';
    import { verify, type Report } from '@rf-indicators/sdk/verify';
    export async function decide(): Promise<'ALLOW' | 'REVIEW' | 'BLOCK'> {
      const client = new PolicyClient({ baseUrl: 'https://indicators.example' });
      const result: Evaluated = await client.evaluate({ policy: 'lender', providers: ['a'] }, { keys: '', onFailure: 'REVIEW' });
      // @ts-expect-error: a failure never allows
      await client.evaluate({ policy: 'lender', providers: ['a'] }, { keys: '', onFailure: 'ALLOW' });
      const bundle: PolicyBundle = await client.policyBundle('lender', { keys: '', deadlineMs: 500 });
      const one = bundle.decisionOf('a', 'existing');
      return one.source === 'client' && one.reason === 'expired' ? one.decision : result.decisionOf('a').decision;
    }
    export async function use(): Promise<Report> {
      const client = new RfClient({ baseUrl: 'https://indicators.example', apiKey: undefined, fetch });
      const score: ScoreSnapshot = await client.getScore('a', { as_of: '2026-05-01' }, { signal: AbortSignal.timeout(5) });
      // @ts-expect-error: the service may add bands
      const band: 'LOW' | 'MEDIUM' | 'ELEVATED' | 'HIGH' = score.risk_band;
      if (score.risk_band === 'LOW' || score.risk_band === 'SOME_BAND_OF_LATER') String(band);
      for await (const row of client.iterateScores({ risk_band: 'LOW', limit: 10, pageSize: 5 })) row.stale_reason?.length;
      const tier: Tier = (await client.getUsage()).workspace.tier;
      const event: WebhookEvent = await WebhookVerifier.verifyRequest('', new Headers(), [tier]);
      if (event.type === 'issuance.new') event.data.coupon_rate?.toFixed(2);
      if (event.type === 'band.changed') event satisfies BandChangedEvent;
      const { data, response } = await client.listScores().withResponse();
      const limit: RateLimit | null = data.data.length > 0 ? response.rateLimit : null;
      limit?.remaining?.toFixed();
      // @ts-expect-error: there is no such band
      client.listScores({ risk_band: 'PURPLE' });
      // @ts-expect-error: there is no such member
      score.final_scores;
      const after: number | null = new RateLimitError({ status: 429, problem: {}, requestId: null, retryAfter: 1 }).retryAfter;
      return verify(await client.getComputation(String(after)), { keys: '', log: client });
    }
  `;

  /** Without skipLibCheck, so that the compiler checks every line of the declarations. */
  function compile(name: string, files: Record<string, string>, options: object): Promise<unknown> {
    const project = path.join(user, name);
    mkdirSync(project);
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(project, file), text);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'],
      ...options,
    };
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
    return run(path.join(bin, 'tsc'), ['-p', project]).catch((error) => assert.fail(error.stdout));
  }

  test('work for ESM, CommonJS and bundlers, without any other package', async () => {
    await Promise.all([
      compile('types-node', { 'esm.mts': uses, 'cjs.cts': uses }, { module: 'nodenext' }),
      compile('types-bundler', { 'it.ts': uses }, { module: 'esnext', moduleResolution: 'bundler' }),
    ]);
  });

  test('are the same as the contract’s', { skip: onlyFull }, async () => {
    const eventName = (type: string) => {
      const words = type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1));
      return `${words.join('')}Event`;
    };
    const apart = new Set(['TierName', ...WEBHOOK_EVENT_TYPES.map(eventName)]);
    const names = Object.keys(SCHEMAS).filter((name) => !apart.has(name));
    const project = path.join(own, '.cache', `types-${process.pid}`);
    mkdirSync(project, { recursive: true });
    const text = [
      `import type { Static } from 'typebox';`,
      `import type * as ours from '@rf-indicators/contract';`,
      `import type * as published from '${path.join(installed, 'dist/types/index.d.ts').replace(/\.d\.ts$/, '.js')}';`,
      // The client's enumerations take any other string too: without it, they have the values of the contract.
      'type Known<T> = T extends string ? (string extends T ? never : T) : never;',
      'type Closed<T> = [Known<T>] extends [never] ? Deep<T> : Deep<Known<T> | Exclude<T, string>>;',
      'type Deep<T> = T extends readonly (infer E)[] ? Closed<E>[] : T extends object ? { [K in keyof T]: Closed<T[K]> } : T;',
      'type Same<A, B> = [A] extends [B] ? ([Closed<B>] extends [A] ? true : false) : false;',
      ...names.map(
        (name) => `export const ${name}: Same<Static<typeof ours.${name}>, published.${name}> = true;`,
      ),
      ...WEBHOOK_EVENT_TYPES.map((type) => {
        const name = eventName(type);
        return `export const ${name}: Same<Extract<ours.WebhookEvent, { type: '${type}' }>, published.${name}> = true;`;
      }),
      ...['Tier', 'WebhookEvent', 'WebhookEventType'].map(
        (name) => `export const ${name}: Same<ours.${name}, published.${name}> = true;`,
      ),
      '// @ts-expect-error: the comparison does compare',
      'export const wrong: Same<ours.ScoreRow, published.ScoreSnapshot> = true;',
    ].join('\n');
    writeFileSync(path.join(project, 'same.ts'), text);
    const config = { extends: path.join(own, 'tsconfig.json'), include: ['same.ts'] };
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config));
    try {
      await run(path.join(bin, 'tsc'), ['-p', project]).catch((error) => assert.fail(error.stdout));
    } finally {
      rmSync(project, { recursive: true });
    }
    assert.ok(names.length > 100);
  });
});

describe('the examples of the README, in an empty folder', async () => {
  const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
  const examples = readme.slice(readme.indexOf('## Quick start'), readme.indexOf('## Webhooks'));
  const blocks = [...examples.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text!);
  writeFileSync(path.join(user, 'quick-start.mjs'), blocks.join('\n'));

  for (const [version, node] of await everyNode()) {
    test(`work as they are written on Node ${version}`, async () => {
      const { stdout } = await run(node, ['quick-start.mjs'], { cwd: user, env: await surroundings() });
      assert.match(stdout, /^91\.\d\d LOW Harbourglass Dollar/m);
      assert.match(stdout, /\/verify\/RF-/);
      assert.match(stdout, /^ok {3}arithmetic Recomputing gives the same result/m);
      assert.match(stdout, /^ok {3}log Entry/m);
      assert.match(stdout, /^VERIFIED RF-/m);
      assert.match(stdout, /^21 providers have a public score$/m);
      assert.match(stdout, /^\d+ of 10000 requests left, all of them at 20/m);
      assert.match(stdout, /^21 rows, request [0-9a-f-]{36}$/m);
      assert.match(stdout, /^limit .*1000/m);
    });

    test(`work from CommonJS on Node ${version}`, async () => {
      const code = `
        const { RfClient, RfError } = require('@rf-indicators/sdk');
        const { replay } = require('@rf-indicators/sdk/verify');
        const client = new RfClient({ baseUrl: process.env.RF_URL, apiKey: process.env.RF_KEY });
        client.getScore('brindlewick-vaults')
          .then((score) => client.getComputation(score.verification_id))
          .then(async (answer) => console.log((await replay(answer)).ok))
          .then(() => client.getScore('nobody'))
          .catch((error) => console.log(error instanceof RfError, error.name))
          .then(() => replay())
          .catch((error) => console.log(error instanceof RfError, error.name, error.constructor.name));`;
      const { stdout } = await run(node, ['-e', code], { cwd: user, env: await surroundings() });
      const thrown = 'true NotFoundError\ntrue InvalidArgumentError InvalidArgumentError\n';
      assert.equal(stdout, `true\n${thrown}`);
    });
  }

  test('the prompt of the README is filled in', async () => {
    const prompts = readme.slice(readme.indexOf('## Prompts'), readme.indexOf('## License'));
    writeFileSync(path.join(user, 'prompt.mjs'), /^```js\n(.*?)^```$/ms.exec(prompts)![1]!);
    const { stdout } = await run(process.execPath, ['prompt.mjs'], { cwd: user, env: await surroundings() });
    assert.match(stdout, /^provider: "Brindlewick Vaults"$/m);
    assert.doesNotMatch(stdout, /\{\{/);
    const code = `
      const { RfError } = require('@rf-indicators/sdk');
      const { fillPrompt } = require('@rf-indicators/sdk/prompts');
      try { fillPrompt('## Prompt\\n\\n{{score.name}}', { score: {} }); } catch (error) { console.log(error instanceof RfError, error.message); }`;
    const refused = await run(process.execPath, ['-e', code], { cwd: user });
    assert.equal(refused.stdout, 'true score.name is not in the response.\n');
  });

  test('the webhook receiver of the README accepts only a signed delivery', async () => {
    const webhooks = readme.slice(readme.indexOf('## Webhooks'), readme.indexOf('## Verification'));
    writeFileSync(path.join(user, 'receiver.mjs'), /^```js\n(.*?)^```$/ms.exec(webhooks)![1]!);
    const code = `
      import { createHmac } from 'node:crypto';
      import { receive } from './receiver.mjs';
      const body = JSON.stringify({ id: '1', type: 'band.changed', data: { provider_name: 'Pennythrift', new_band: 'HIGH' } });
      const time = String(Math.floor(Date.now() / 1000));
      const key = Buffer.from(process.env.RF_WEBHOOK_SECRET.slice(6), 'base64');
      const signature = 'v1,' + createHmac('sha256', key).update('1.' + time + '.' + body).digest('base64');
      const headers = { 'webhook-id': '1', 'webhook-timestamp': time, 'webhook-signature': signature };
      const send = (text) => receive(new Request('https://receiver.example', { method: 'POST', headers, body: text }));
      console.log((await send(body)).status);
      await send(body + ' ').catch((error) => console.log(error.reason));`;
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
      cwd: user,
      env: { ...process.env, RF_WEBHOOK_SECRET: secret },
    });
    assert.equal(stdout, 'Pennythrift HIGH\n204\nsignature_mismatch\n');
  });
});

test('the package needs only web globals', async () => {
  const { RF_URL, RF_KEY, RF_VERIFIER_KEY } = await surroundings();
  const only = {
    fetch,
    Headers,
    Request,
    Response,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    TextEncoder,
    TextDecoder,
    crypto,
    setTimeout,
    clearTimeout,
    atob,
    btoa,
  };
  const context = vm.createContext({ ...only, given: { RF_URL, RF_KEY, RF_VERIFIER_KEY } });
  const load = (name: string, required: Record<string, unknown>) =>
    vm.runInContext(
      `((require) => { const module = { exports: {} }, exports = module.exports; ${readFileSync(path.join(installed, 'dist', name), 'utf8')}\nreturn module.exports; })`,
      context,
    )((from: string) => required[from]);
  const sdk = load('index.cjs', {});
  Object.assign(context, { sdk, proof: load('verify.cjs', { './index.cjs': sdk }) });
  const found = await vm.runInContext(
    `(async () => {
      const client = new sdk.RfClient({ baseUrl: given.RF_URL, apiKey: given.RF_KEY, etagCache: 5 });
      const { data } = await client.listScores();
      const answer = await client.getComputation(data[0].verification_id);
      const remembered = await client.getCheckpoint();
      const report = await proof.verify(answer, { keys: given.RF_VERIFIER_KEY, remembered, log: client });
      const refused = await client.getScore('nobody').catch((error) => error.name);
      const forged = await sdk.WebhookVerifier.verify('{}', '00'.repeat(32), 'whsec_AA==').catch((error) => error.reason);
      const request = await client.requestScore({ provider_name: 'Quillfen Savings' });
      return [data.length, report.ok, refused, forged, request.status].join(' ');
    })()`,
    context,
  );
  assert.equal(found, '21 true NotFoundError signature_mismatch received');
});

test('a page in Chromium lists scores and verifies a package', { skip: onlyFull }, async () => {
  const { RF_URL, RF_KEY, RF_VERIFIER_KEY } = await surroundings();
  const script = (name: string) => ({
    type: 'text/javascript',
    text: readFileSync(path.join(installed, 'dist', name), 'utf8'),
  });
  const page = `<!doctype html><title>Scores</title><ul></ul><p></p><script type="module">
    import { RfClient } from '/index.js';
    import { verify } from '/verify.js';
    const client = new RfClient({ baseUrl: ${JSON.stringify(RF_URL)}, apiKey: ${JSON.stringify(RF_KEY)}, etagCache: 10 });
    const shown = document.querySelector('ul');
    for await (const row of client.iterateScores({ pageSize: 5 })) {
      shown.append(Object.assign(document.createElement('li'), { textContent: row.name + ' ' + row.final_score }));
    }
    const { verification_id } = await client.getScore('brindlewick-vaults');
    await client.getScore('brindlewick-vaults');
    const answer = await client.getComputation(verification_id);
    const remembered = await client.getCheckpoint();
    const report = await verify(answer, { keys: ${JSON.stringify(RF_VERIFIER_KEY)}, remembered, log: client });
    const refused = await client.getScore('nobody').catch((error) => error.name + ' ' + error.requestId.length);
    document.querySelector('p').textContent = (report.ok ? 'VERIFIED' : 'REFUSED ' + report.fault) + ', ' + refused;
  </script>`;
  const site = await serve(
    new Map([
      ['/', { type: 'text/html', text: page }],
      ['/index.js', script('index.js')],
      ['/verify.js', script('verify.js')],
    ]),
  );
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    const faults: string[] = [];
    tab.on('pageerror', (error) => faults.push(String(error)));
    await tab.goto(site.origin);
    await tab.waitForFunction(
      () => Reflect.get(globalThis, 'document').querySelector('p').textContent !== '',
      null,
      {
        timeout: PATIENCE_MS,
      },
    );
    assert.deepEqual(faults, []);
    assert.equal(await tab.locator('li').count(), 21);
    assert.equal(await tab.locator('p').textContent(), 'VERIFIED, NotFoundError 36');
  } finally {
    await browser.close();
    await site.stop();
  }
});
