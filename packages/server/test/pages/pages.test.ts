// Pages as a client gets them, from a real server with the demo's world. pages.system.test.ts opens them in a browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { PROBLEM_CODES, PROBLEMS, type SigningKeys, type Verification } from '@rf-indicators/contract';
import { currentTerms, TERMS_KINDS } from '@rf-indicators/core/accounts/terms-texts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { shortDay } from '../../src/rendering/pages/page-words.ts';
import { performChecks } from '../../src/rendering/pages/verify/checks.ts';
import { readId } from '../../src/rendering/pages/verify/id.ts';
import { verdictOn } from '../../src/rendering/pages/verify/verdict.ts';
import { scoreInWords } from '../../src/rendering/wire/one-line-texts.ts';
import { isLoopback } from '../../src/service/metrics-route.ts';
import { PAGES, proofsByState } from './proofs-by-state.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const UNKNOWN_ID = 'RF-00000-00000-00000-00000-000000';

let url: string;
let current: Verification;
let renewed: Verification;
let stale: Verification;
let superseded: Verification;
let corrected: Verification;
let withdrawn: Verification;

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  const proofs = await proofsByState(url);
  current = proofs.get('current')!;
  renewed = proofs.get('renewed')!;
  stale = proofs.get('stale')!;
  superseded = proofs.get('superseded')!;
  corrected = proofs.get('corrected')!;
  withdrawn = proofs.get('withdrawn')!;
});

async function getJson<T>(path: string): Promise<T> {
  return (await (await fetch(url + path)).json()) as T;
}

async function getPage(path: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> {
  const response = await fetch(url + path, { headers: BROWSER, redirect: 'manual', ...init });
  return { response, text: await response.text() };
}

function headingOf(text: string): string {
  return /<h1>(.*?)<\/h1>/.exec(text)![1]!;
}

test('every page is HTML that may load nothing from other hosts, and can be cached', async () => {
  for (const path of [...PAGES, `/verify/${current.verification_id}`]) {
    const { response, text } = await getPage(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8', path);
    const policy = response.headers.get('content-security-policy')!;
    for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      assert.ok(policy.includes(directive), `${path} lacks ${directive}`);
    }
    assert.ok(policy.includes("script-src 'self'"), path);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|https?:/, path);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff', path);
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer', path);
    assert.match(response.headers.get('x-request-id')!, /./, path);
    assert.match(response.headers.get('cache-control')!, /^public, max-age=60/, path);
    assert.match(text, /^<!doctype html>/, path);
    assert.ok(text.includes('not probabilities of default'), `${path} lacks the disclosure`);
    assert.doesNotMatch(text, / style="/, `${path} has a style that its policy forbids`);

    const etag = response.headers.get('etag')!;
    const again = await getPage(path, { headers: { ...BROWSER, 'if-none-match': etag } });
    assert.equal(again.response.status, 304, path);
    assert.match(again.response.headers.get('x-request-id')!, /./, path);

    const head = await getPage(path, { method: 'HEAD' });
    assert.equal(head.response.status, 200, path);
    assert.equal(head.text, '', path);
  }
});

test('every link of the index works', async () => {
  const { text } = await getPage('/docs');
  const links = [...text.matchAll(/href="(\/[^"#]*)"/g)].map(([, path]) => path!);
  for (const path of new Set(links)) {
    assert.equal((await getPage(path)).response.status, 200, path);
  }
});

test('style sheets, fonts, icon and robots.txt are served from this host', async () => {
  const types = {
    '/assets/pages.css': 'text/css; charset=utf-8',
    '/assets/theme.js': 'text/javascript; charset=utf-8',
    '/assets/site.js': 'text/javascript; charset=utf-8',
    '/assets/site/scores.js': 'text/javascript; charset=utf-8',
    '/assets/site/verify.js': 'text/javascript; charset=utf-8',
    '/assets/inter.woff2': 'font/woff2',
    '/assets/plex-mono.woff2': 'font/woff2',
    '/favicon.svg': 'image/svg+xml',
    '/robots.txt': 'text/plain; charset=utf-8',
  };
  for (const [path, type] of Object.entries(types)) {
    const response = await fetch(url + path);
    const bytes = await response.bytes();
    assert.equal(response.headers.get('content-type'), type, path);
    assert.ok(bytes.length > 0 && response.headers.get('etag'), path);
    assert.ok(!Buffer.from(bytes).includes('http://fonts'), path);
  }
});

test('a verification page shows what the proof says, and links to the indicator that replaced it', async () => {
  const now = await getJson<Verification>(`/api/public/verify/${superseded.followed_by.current}`);
  const scoreOf = ({ statement }: Verification) =>
    scoreInWords(statement.risk_band, Math.round(Number(statement.final_score) * 100));
  const cases: [Verification, string, string | null][] = [
    [current, 'Genuine and current', null],
    [renewed, 'Genuine, renewed since, same score', renewed.followed_by.renewed_by],
    [stale, `Genuine, stale since ${shortDay(stale.stale_since!)}`, null],
    [superseded, `Genuine, the score is now ${scoreOf(now)}`, superseded.followed_by.current],
    [corrected, 'Genuine, later corrected', corrected.followed_by.corrected_by],
    [withdrawn, `Genuine, withdrawn on ${shortDay(withdrawn.followed_by.withdrawal!.withdrawn_at)}`, null],
  ];
  for (const [proof, verdict, next] of cases) {
    const { verification_id: id, statement } = proof;
    const { response, text } = await getPage(`/verify/${id}`);
    assert.equal(response.status, 200);
    assert.equal(headingOf(text), verdict, id);
    const words = text.replaceAll(/<[^>]+>/g, '');
    const band = statement.risk_band.charAt(0) + statement.risk_band.slice(1).toLowerCase();
    assert.ok(words.includes(`${statement.final_score} ${band} risk`), id);
    assert.ok(words.includes('higher is safer'), id);
    assert.equal(words.match(/Passed/g)?.length, 6, `${id} should pass its six checks`);
    if (next !== null) assert.ok(text.includes(`href="/verify/${next}"`), `${id} should lead to ${next}`);
    assert.ok(text.includes(`href="/api/public/verify/${id}" download`), id);
    assert.ok(words.includes(`rf replay ${id}.json`) && words.includes(`rf verify ${id}.json`), id);
  }
  const { text } = await getPage(`/verify/${withdrawn.verification_id}`);
  const { reason } = withdrawn.followed_by.withdrawal!;
  assert.ok(text.includes(reason));
});

test('an id that we never issued gets a 404 page', async () => {
  for (const id of [UNKNOWN_ID, 'nonsense', 'RF-', '%', 'x'.repeat(2000)]) {
    const { response, text } = await getPage(`/verify/${encodeURIComponent(id)}`);
    assert.equal(response.status, 404, id);
    assert.equal(headingOf(text), 'No indicator has this id', id);
    assert.match(text, /Check it for a typing error/, id);
    assert.equal(response.headers.get('cache-control'), 'no-store', id);
  }
});

test('the form redirects to the verification page, however the id was typed', async () => {
  const id = current.verification_id;
  const sloppy = ` ${id.toLowerCase().slice(3).replaceAll('0', 'o')} `;
  for (const typed of [id, id.toLowerCase(), sloppy]) {
    const { response } = await getPage(`/verify?id=${encodeURIComponent(typed)}`);
    assert.equal(response.status, 302, typed);
    assert.equal(response.headers.get('location'), `/verify/${id}`, typed);
  }
  const direct = await getPage(`/verify/${id.toLowerCase()}`);
  assert.equal(direct.response.headers.get('location'), `/verify/${id}`);
  assert.equal((await getPage('/verify?id=')).response.status, 200);
  assert.equal((await getPage('/verify?id=a&id=b')).response.status, 404);
  assert.equal(readId('RF'), null);
});

test('text typed by a reader is always escaped', async () => {
  const attacks = [
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '</title><svg onload=alert(1)>',
  ];
  for (const attack of attacks) {
    for (const path of [
      `/verify/${encodeURIComponent(attack)}`,
      `/verify?id=${encodeURIComponent(attack)}`,
      `/nowhere/${encodeURIComponent(attack)}`,
    ]) {
      const { response, text } = await getPage(path);
      assert.equal(response.status, 404, path);
      assert.doesNotMatch(text, /<script>|<img|<svg onload/, path);
    }
  }
});

test('the checks are really performed: one changed byte makes them fail', async () => {
  const keys = await getJson<SigningKeys>('/api/public/keys');
  const outcome = async (proof: Verification, given = keys) =>
    (await performChecks(proof, given)).filter(({ step }) => step !== 'key').map(({ passed }) => passed);
  assert.deepEqual(await outcome(current), [true, true, true, true, true]);
  const { statement, signature, log } = current;
  const raised = { ...current, statement: { ...statement, final_score: '99.99' } };
  assert.deepEqual(await outcome(raised), [true, false, true, false, true]);
  assert.equal(verdictOn(raised, await performChecks(raised, keys)).sentence, 'Altered, or not ours');
  const renamed = { ...current, verification_id: UNKNOWN_ID };
  assert.deepEqual(await outcome(renamed), [false, true, true, true, true]);
  const moved = { ...current, log: { ...log, index: log.index === 0 ? 1 : log.index - 1 } };
  assert.deepEqual(await outcome(moved), [true, true, true, false, true]);
  const disclosures = { ...current.disclosures!, responsible_team: 'Another desk' };
  assert.deepEqual(await outcome({ ...current, disclosures }), [true, true, true, true, false]);
  assert.deepEqual(await outcome({ ...current, attachments: [] }), [true, true, true, true, false]);
  const resigned = { ...current, signature: { ...signature, value: `AAAA${signature.value.slice(4)}` } };
  assert.deepEqual(await outcome(resigned), [true, false, true, true, true]);
  const otherLog = { ...current, log: { ...log, checkpoint: log.checkpoint.replace(/\n\d+\n/, '\n1\n') } };
  assert.deepEqual(await outcome(otherLog), [true, true, false, false, true]);
  assert.deepEqual(await outcome(current, { ...keys, data: [] }), [true, false, false, false, false]);
  const late = keys.data.map((key) => ({ ...key, valid_from: '2099-01-01T00:00:00Z' }));
  assert.deepEqual(await outcome(current, { ...keys, data: late }), [true, false, true, true, true]);
});

test('each problem code has the anchor that the type of a problem document links to', async () => {
  const { text } = await getPage('/docs/errors');
  const words = text.replaceAll(/<\/?code>/g, '');
  for (const code of PROBLEM_CODES) {
    assert.ok(text.includes(`id="${code}"`), code);
    assert.ok(words.includes(PROBLEMS[code].remedy.replaceAll("'", '&#39;').replaceAll('`', '')), code);
  }
  const { type } = await getJson<{ type: string }>('/api/v1/scores');
  assert.equal(type, `${url}/docs/errors#missing_api_key`);
});

test('the methodology page shows the current framework', async () => {
  const { text } = await getPage('/methodology');
  assert.equal(headingOf(text), 'RF Framework v1.0');
  const framework = JSON.parse(
    readFileSync(new URL('../../../../methodology/rf-framework-1.0.json', import.meta.url), 'utf8'),
  ) as { modules: { label: string }[]; criteria: { label: string }[]; hard_rules: { id: string }[] };
  for (const { label } of [...framework.modules, ...framework.criteria])
    assert.ok(text.includes(label), label);
  for (const { id } of framework.hard_rules) assert.ok(text.includes(id), id);
  for (const word of ['Low risk', 'Medium risk', 'Elevated risk', 'High risk'])
    assert.ok(text.includes(word));
  assert.doesNotMatch(text.replaceAll(/<[^>]+>/g, ' '), /\b(LOW|MEDIUM|ELEVATED|HIGH)\b/);
});

function plainText(page: string): string {
  return page
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

test('the pages of the terms have the whole text, its version and its digest', async () => {
  const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  for (const kind of TERMS_KINDS) {
    const { version, digest, text } = currentTerms(kind);
    const shown = inOneLine(plainText((await getPage(`/terms/${kind}`)).text));
    assert.ok(shown.includes(`terms, version ${version}`));
    assert.ok(shown.includes(digest));
    for (const line of text.split(/\n\n|\n(?=- )/))
      assert.ok(shown.includes(inOneLine(line.replace(/^[#-]+ /, ''))), line);
  }
});

test('an unknown path gets a page in a browser and a problem document in a program', async () => {
  const page = await getPage('/no/such/page');
  assert.equal(page.response.status, 404);
  assert.match(page.response.headers.get('content-type')!, /^text\/html/);
  assert.equal(page.response.headers.get('vary'), 'Accept');
  assert.doesNotMatch(page.text, /guide-contents/);
  // An address among the guides keeps their contents beside it.
  for (const path of ['/docs/no-such-guide', '/docs/api/no-such-operation', '/docs/benchmarks/none.svg']) {
    const { response, text } = await getPage(path);
    assert.equal(response.status, 404, path);
    assert.match(text, /<nav aria-label="Guides" class="guide-contents">/, path);
    assert.equal(headingOf(text), 'Page not found', path);
  }
  for (const [path, headers] of [
    ['/no/such/page', {}],
    ['/api/no-such-thing', BROWSER],
    ['/api', BROWSER],
    ['/api?x=1', BROWSER],
  ] as const) {
    const { response } = await getPage(path, { headers });
    assert.equal(response.status, 404, path);
    assert.equal(response.headers.get('content-type'), 'application/problem+json', path);
  }
  assert.match((await getPage('/apis')).response.headers.get('content-type')!, /^text\/html/);
  assert.equal((await getPage('/docs', { method: 'POST' })).response.status, 405);
});

test('metrics are served to this machine only, and never through a proxy', async () => {
  const mine = await fetch(`${url}/metrics`);
  assert.equal(mine.status, 200);
  assert.match(await mine.text(), /^# HELP rf_answers_total/);
  assert.match(mine.headers.get('x-request-id')!, /./);
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    for (const path of ['/metrics', '/metrics?x=1', '/%6detrics']) {
      const { status } = await fetch(url + path, { headers: { [name]: '127.0.0.1' } });
      assert.equal(status, 404, `${path} with ${name}`);
    }
    const { status } = await fetch(`${url}/metrics`, { method: 'POST', headers: { [name]: 'x' } });
    assert.equal(status, 404, `POST with ${name}`);
  }
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopback(address));
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '', undefined, 'localhost']) {
    assert.ok(!isLoopback(address), address);
  }
});
