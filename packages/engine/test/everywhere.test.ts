import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  digestOf,
  makeAnswer,
  makePackage,
  makeStatement,
  type PackageRequest,
  parseSignerKey,
  parseVerifierKey,
  replay,
  signerKeyFromSeed,
  signObject,
  verify,
} from '@rf-indicators/engine';
import {
  type Browser,
  launchChromium,
  type Page,
  type Served,
  type ServedFile,
  serve,
} from '../../../test/support/chromium.ts';
import { engineSources } from './support/engine-sources.ts';
import {
  framework,
  frameworkDocument,
  repositoryFile,
  type SampleEntry,
  sampleProviders,
} from './support/framework.ts';
import { digests, samples, themes, VECTORS_PATH } from './support/vectors.ts';

// Results must be the same everywhere: with other locales and time zones, in a browser, and without access to
// clocks, random numbers and locales.

const all = digests().vectors + samples().length;

/** Runs a module in a separate Node process and returns the value that it passes to `report`. */
async function inOwnProcess(code: string, settings: Record<string, string> = {}): Promise<unknown> {
  const support = JSON.stringify(new URL('./support/vectors.ts', import.meta.url).href);
  const module = `
    import { writeSync } from 'node:fs';
    import { mismatches, samples, vectors } from ${support};
    const report = (value) => writeSync(1, JSON.stringify(value));
    const expectations = [...vectors(), ...samples()];
    ${code}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', module], {
    env: { ...process.env, ...settings },
  });
  return JSON.parse(stdout);
}

const places = [
  { locale: 'tr-TR', timeZone: 'Pacific/Apia', language: 'tr_TR.UTF-8' },
  { locale: 'ar-EG', timeZone: 'America/St_Johns', language: 'ar_EG.UTF-8' },
];

for (const { locale, timeZone, language } of places) {
  test(`Node gives the same results with locale ${locale} in ${timeZone}`, async () => {
    const found = await inOwnProcess(
      `const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
       report({ locale, timeZone, scored: expectations.length, mismatches: mismatches(expectations) });`,
      { TZ: timeZone, LC_ALL: language, LANG: language },
    );
    assert.deepEqual(found, { locale, timeZone, scored: all, mismatches: [] });
  });
}

test('scoring reads no clock, no random number, no locale and no time zone', async () => {
  const found = await inOwnProcess(`
    const traps = [
      [globalThis, 'Date'],
      [Date, 'now'],
      [Math, 'random'],
      [performance, 'now'],
      [process, 'hrtime'],
      [crypto, 'getRandomValues'],
      [crypto, 'randomUUID'],
      ...['DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules'].map((name) => [Intl, name]),
      ...['localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase'].map((name) => [String.prototype, name]),
      ...[Object, Number, BigInt, Array, Date].map((type) => [type.prototype, 'toLocaleString']),
    ];
    const sprung = [];
    for (const [owner, name] of traps) {
      const value = function () { sprung.push(name); throw new Error(name); };
      Object.defineProperty(owner, name, { value });
    }
    const tried = () => { try { new Date(); } catch { return sprung.splice(0); } return []; };
    report({ tried: tried(), scored: expectations.length, mismatches: mismatches(expectations), sprung });
  `);
  assert.deepEqual(found, { tried: ['Date'], scored: all, mismatches: [], sprung: [] });
});

// The browser imports the same files with types stripped.

const FRAMEWORK = 'methodology/rf-framework-1.0.json';
const ENGINE = '/packages/engine/src/index.ts';
const SEED = Uint8Array.from({ length: 32 }, (_, index) => index);
const KEY_NAME = 'everywhere.example';

function servedFiles(): Map<string, ServedFile> {
  const data = [
    FRAMEWORK,
    'methodology/samples/providers.json',
    'methodology/samples/results.jsonl',
    ...Object.keys(digests().files).map((name) => VECTORS_PATH + name),
  ];
  return new Map([
    ['/', { type: 'text/html', text: '<!doctype html><title>The engine in a browser</title>' }],
    ...engineSources(),
    ...data.map((path): [string, ServedFile] => [
      `/${path}`,
      { type: 'text/plain', text: readFileSync(repositoryFile(path), 'utf8') },
    ]),
  ]);
}

/** A signed answer, as it would be published. */
async function signedAnswer() {
  const { signer, verifier } = await signerKeyFromSeed(KEY_NAME, SEED);
  const { packaged } = await makePackage(framework, packageRequest());
  const statement = makeStatement(framework, packaged!, { supersedes: null, corrects: null });
  const signature = await signObject(statement, await parseSignerKey(signer));
  const publication = { published_at: null, statement, signature, log: null };
  return { signer, verifier, answer: makeAnswer(framework, packaged!, publication, 'For tests only.') };
}

function packageRequest(): PackageRequest {
  const { provider_id, name, planner_type, flags, gates, inputs, scoring_date } = sampleProviders()[0]!;
  const bare = (entries: Record<string, SampleEntry>) =>
    Object.fromEntries(
      Object.entries(entries).map(([id, entry]) => [id, { ...entry, evidence: null, approval: null }]),
    );
  return {
    provider: { id: provider_id, name, planner_type, flags },
    as_of: `${scoring_date}T00:00:00Z`,
    configuration: {},
    gates: bare(gates),
    inputs: bare(inputs),
  };
}

describe('Chromium', () => {
  let server: Served;
  let browser: Browser;
  let page: Page;

  before(async () => {
    server = await serve(servedFiles());
    browser = await launchChromium();
    const context = await browser.newContext({ locale: 'ar-EG', timezoneId: 'Pacific/Apia' });
    page = await context.newPage();
    await page.goto(server.origin);
  });

  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  test('gives the same results with locale ar-EG in Pacific/Apia', async () => {
    const found = await page.evaluate(
      async ({ engine, frameworkPath, vectorsPath, themes }) => {
        const { canonicalJson, loadMethodology, score }: typeof import('@rf-indicators/engine') =
          await import(engine);
        const read = async (path: string) => (await fetch(`/${path}`)).text();
        const readLines = async (path: string) => (await read(path)).trimEnd().split('\n');
        const methodology = loadMethodology(JSON.parse(await read(frameworkPath)));
        const providers: { provider_id: string }[] = JSON.parse(
          await read('methodology/samples/providers.json'),
        );
        const lines = await readLines('methodology/samples/results.jsonl');
        for (const theme of themes) {
          const texts = await readLines(`${vectorsPath}${theme}.runs.jsonl`);
          providers.push(...texts.map((text) => JSON.parse(text)));
          lines.push(...(await readLines(`${vectorsPath}${theme}.results.jsonl`)));
        }
        const resultLine = (provider: unknown) =>
          canonicalJson(
            score(methodology, provider).result as unknown as Parameters<typeof canonicalJson>[0],
          );
        const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
        return {
          locale,
          timeZone,
          scored: lines.length,
          mismatches: providers
            .filter((provider, index) => resultLine(provider) !== lines[index])
            .map((provider) => provider.provider_id),
        };
      },
      { engine: ENGINE, frameworkPath: FRAMEWORK, vectorsPath: VECTORS_PATH, themes: themes() },
    );
    assert.deepEqual(found, { locale: 'ar-EG', timeZone: 'Pacific/Apia', scored: all, mismatches: [] });
  });

  test('makes the same digest, verification id, keys and signature as Node', async () => {
    const { signer, verifier, answer } = await signedAnswer();
    const { statement, signature, package_hash, verification_id } = answer.data;
    const found = await page.evaluate(
      async ({ engine, document, seed, keyName, statement, packaged }) => {
        const e: typeof import('@rf-indicators/engine') = await import(engine);
        const { signer, verifier } = await e.signerKeyFromSeed(keyName, Uint8Array.from(seed));
        const signature = await e.signObject(statement, await e.parseSignerKey(signer));
        const package_hash = await e.digestOf(packaged);
        return {
          framework: await e.digestOf(document),
          package_hash,
          verification_id: e.verificationId(package_hash),
          signer,
          verifier,
          signature,
          verdict: await e.checkSignature(statement, signature, [await e.parseVerifierKey(verifier)]),
        };
      },
      {
        engine: ENGINE,
        document: frameworkDocument(),
        seed: [...SEED],
        keyName: KEY_NAME,
        statement,
        packaged: answer.data.package,
      },
    );
    assert.deepEqual(found, {
      framework: await digestOf(frameworkDocument()),
      package_hash,
      verification_id,
      signer,
      verifier,
      signature,
      verdict: 'valid',
    });
  });

  test('replays and verifies an answer made by Node, and reports a changed byte as Node does', async () => {
    const { verifier, answer } = await signedAnswer();
    const text = JSON.stringify(answer);
    const altered = text.replace('"178.00"', '"178.01"');
    const inChromium = await page.evaluate(
      async ({ engine, text, altered, verifier }) => {
        const e: typeof import('@rf-indicators/engine') = await import(engine);
        const keys = [await e.parseVerifierKey(verifier)];
        return [await e.replay(text), await e.verify(text, keys), await e.verify(altered, keys)];
      },
      { engine: ENGINE, text, altered, verifier },
    );
    const keys = [await parseVerifierKey(verifier)];
    assert.deepEqual(inChromium, [await replay(text), await verify(text, keys), await verify(altered, keys)]);
    assert.deepEqual(
      inChromium.map(({ ok }) => ok),
      [true, true, false],
    );
  });
});
