// What a caller sees of everything but scores and score requests: proofs, the framework, issuances, changes, usage, status.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGELOG_KINDS } from '@rf-indicators/contract';
import {
  canonicalBytes,
  checkSignature,
  digestOf,
  leafHash,
  openCheckpoint,
  parseVerifierKey,
  replay,
  type Statement,
  verify,
  verifyConfirmation,
  verifyInclusion,
} from '@rf-indicators/engine';
import { someOf } from '../../../../test/support/counts.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue } from '../http/customers.ts';
import { exactJson, sum, type Written } from '../http/exact.ts';
import { tilesOf } from '../http/tiles.ts';
import { apiReader } from './api-reader.ts';

const { api, office, key, get, paged, refusedParameter } = await apiReader();

interface Entry {
  id: string;
  provider_id: string;
  kind: string;
  changed_at: string;
  verification_id: string;
  reason: string;
  previous_score: Written | null;
  new_score: Written | null;
  delta: Written | null;
}
const changelog: Entry[] = exactJson((await get('/api/public/changelog?limit=1000')).text).data;
const everPublished = [...new Set(changelog.map(({ verification_id }) => verification_id))];
const signingKeys = (await get('/api/public/keys')).json.data;
const pinned = await Promise.all(
  signingKeys.map(({ public_key }: { public_key: string }) => parseVerifierKey(public_key)),
);

test('every computation answer, as it is sent, replays and verifies against the pinned key', async () => {
  assert.ok(everPublished.length > 20);
  for (const id of someOf(everPublished, 24)) {
    const { text, json } = await get(`/api/v1/computation/${id}`);
    const replayed = await replay(text);
    assert.ok(replayed.ok, JSON.stringify(replayed.checks));
    const verified = await verify(text, pinned);
    assert.ok(verified.ok, JSON.stringify(verified.checks));
    assert.equal(json.data.verification_id, id);
  }
  const text = (await get(`/api/v1/computation/${everPublished[0]}`)).text;
  const tampered = text.replace(/"final_score":"(\d)/, (_, digit) => `"final_score":"${9 - digit}`);
  assert.notEqual(tampered, text);
  assert.equal((await verify(tampered, pinned)).ok, false, 'the check does look');
});

test('an indicator that never was is 404, what can be none is 400', async () => {
  const none = 'RF-00000-00000-00000-00000-000000';
  for (const path of ['/api/v1/computation', '/api/public/verify']) {
    const unknown = await api.get(`${path}/${none}`, key);
    assert.deepEqual([unknown.status, unknown.json.code], [404, 'indicator_not_found']);
    const malformed = await api.get(`${path}/${none.toLowerCase()}`, key);
    assert.deepEqual([malformed.status, malformed.json.code], [400, 'invalid_parameter']);
  }
});

test('every public proof holds without the package: signature, log and state', async () => {
  for (const id of someOf(everPublished, 60)) {
    const { statement, signature, log, verify_url, state, followed_by } = (
      await get(`/api/public/verify/${id}`)
    ).json;
    assert.equal(await checkSignature(statement as Statement, signature, pinned), 'valid');
    const checkpoint = await openCheckpoint(log.checkpoint, pinned[0]!.name, [pinned[0]!]);
    assert.equal(checkpoint.treeSize, log.tree_size);
    const included = await verifyInclusion({
      index: log.index,
      treeSize: log.tree_size,
      leafHash: await leafHash(canonicalBytes(statement)),
      root: checkpoint.rootHash,
      proof: log.inclusion_proof.map((hash: string) => new Uint8Array(Buffer.from(hash, 'base64'))),
    });
    assert.ok(included, id);
    assert.equal(verify_url, `${api.url}/verify`);
    const { current, renewed_by, ...events } = followed_by;
    assert.equal(current === id, state === 'current', id);
    if (renewed_by !== null) assert.deepEqual([renewed_by, state], [current, 'superseded'], id);
    const followed = Object.values(events).filter((value) => value !== null).length;
    // A restatement of the past that never stood itself is old from the start, though nothing followed it.
    const neverStood = statement.corrects !== null && statement.supersedes === null;
    assert.equal(state === 'current' || neverStood, followed === 0, `${id} is ${state}`);
  }
  const states = new Set(
    await Promise.all(everPublished.map(async (id) => (await get(`/api/public/verify/${id}`)).json.state)),
  );
  assert.deepEqual([...states].sort(), ['corrected', 'current', 'superseded', 'withdrawn']);
});

test('the newest checkpoint is signed by the key of the list, and the tiles carry its tree', async () => {
  const note = (await get('/log/checkpoint')).text;
  const { treeSize } = await openCheckpoint(note, pinned[0]!.name, [pinned[0]!]);
  assert.ok(treeSize >= everPublished.length);
  let hashed = 0;
  for (const tile of tilesOf(treeSize)) {
    const entries = await get(`/log/tile/entries/${tile}`);
    assert.equal(entries.headers['content-type'], 'application/octet-stream');
    hashed += (await get(`/log/tile/0/${tile}`)).bytes.length / 32;
  }
  assert.equal(hashed, treeSize);
  const beyond = await api.get(`/log/tile/0/${tilesOf(treeSize + 1).at(-1)}`);
  assert.deepEqual([beyond.status, beyond.json.code], [404, 'not_found']);
  const odd = await api.get('/log/tile/0/1');
  assert.deepEqual([odd.status, odd.json.code], [400, 'invalid_parameter']);
});

test('the framework is the one that packages name, and its weights are whole', async () => {
  const methodology = exactJson((await get('/api/v1/methodology')).text);
  const { data } = (await get(`/api/v1/computation/${everPublished[0]}`)).json;
  assert.equal(methodology.digest, data.package.methodology_digest);
  assert.equal(methodology.digest, await digestOf(data.methodology));
  const weights = methodology.modules.map((module: { weight: Written }) => module.weight);
  assert.equal(sum(weights), 10_000);
  for (const { id, criteria } of methodology.modules) {
    const inModule = criteria.map((criterion: { weight: Written }) => criterion.weight);
    assert.equal(sum(inModule), 10_000, id);
  }
  const bounds = methodology.thresholds.bands.map(({ band, lower_bound }: Record<string, Written>) => [
    band,
    lower_bound!.text,
  ]);
  assert.deepEqual(bounds, [
    ['LOW', '80.00'],
    ['MEDIUM', '60.00'],
    ['ELEVATED', '40.00'],
    ['HIGH', '0.00'],
  ]);
  assert.deepEqual(
    [methodology.framework_version, methodology.version, methodology.effective_from],
    ['RF Framework v1.0', '1.0', '2026-04-01'],
  );
});

interface Issuance {
  id: string;
  status: string;
  type: string;
  announced_on: string;
  provider_id: string | null;
  final_score: number | null;
  scored_at: string | null;
  stale: boolean | null;
}

test('issuances are those to come, with the score of the issuer, by status and type', async () => {
  const all: Issuance[] = (await get('/api/v1/issuances')).json.data;
  assert.ok(all.length >= 3);
  const dates = all.map(({ announced_on }) => announced_on);
  assert.deepEqual(dates, dates.toSorted().reverse(), 'newest first');
  for (const status of ['ANNOUNCED', 'PRICING']) {
    const some = all.filter((issuance) => issuance.status === status);
    assert.deepEqual((await get(`/api/v1/issuances?status=${status}`)).json.data, some);
    for (const type of ['preferred_share', 'bond']) {
      const both = some.filter((issuance) => issuance.type === type);
      assert.deepEqual((await get(`/api/v1/issuances?type=${type}&status=${status}`)).json.data, both);
    }
  }
  const issuers = new Map<string, Issuance>(
    (await get('/api/v1/scores')).json.data.map((row: Issuance) => [row.id, row]),
  );
  assert.ok(all.some(({ final_score }) => final_score !== null));
  for (const { provider_id, final_score, scored_at, stale } of all) {
    const issuer = issuers.get(provider_id ?? '');
    assert.deepEqual(
      [final_score, scored_at, stale],
      [issuer?.final_score ?? null, issuer?.scored_at ?? null, issuer?.stale ?? null],
    );
  }
  for (const limit of [1, 2, all.length])
    assert.deepEqual(await paged('/api/v1/issuances', limit), all, `by ${limit}`);
  await refusedParameter('/api/v1/issuances?status=ISSUED', 'status');
  await refusedParameter('/api/v1/issuances?type=loan', 'type');
  await refusedParameter('/api/v1/issuances?cursor=x', 'cursor');
  assert.deepEqual((await get('/api/v1/issuances', api.keys.FREE)).json.data, all, 'any key will do');
});

test('the changelog is news, newest first, by provider, since an instant, by the page', async () => {
  const times = changelog.map(({ changed_at }) => Date.parse(changed_at));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  );
  for (const { kind, previous_score, new_score, delta } of changelog) {
    assert.equal(previous_score === null, kind === 'initial');
    assert.equal(new_score === null, kind === 'withdrawal');
    if (previous_score === null || new_score === null) assert.equal(delta, null);
    else assert.equal(delta!.hundredths, new_score.hundredths - previous_score.hundredths);
  }
  const plain: Entry[] = (await get('/api/public/changelog?limit=1000')).json.data;
  for (const limit of [1, 7, plain.length])
    assert.deepEqual(await paged('/api/public/changelog', limit), plain);
  const id = plain[0]!.provider_id;
  const its = plain.filter(({ provider_id }) => provider_id === id);
  assert.ok(its.length > 2);
  assert.deepEqual((await get(`/api/public/changelog?provider_id=${id}`)).json.data, its);
  assert.deepEqual(await paged(`/api/public/changelog?provider_id=${id}`, 2), its);
  const middle = plain[Math.floor(plain.length / 2)]!;
  // The instant itself too: several entries may share one, and a reader who goes on from it loses none.
  const later = plain.filter(({ changed_at }) => Date.parse(changed_at) >= Date.parse(middle.changed_at));
  const since = `/api/public/changelog?since=${middle.changed_at}`;
  assert.deepEqual((await get(`${since}&limit=1000`)).json.data, later);
  assert.deepEqual((await get('/api/public/changelog?since=2999-01-01')).json.data, []);
  const unknown = '/api/public/changelog?provider_id=00000000-0000-4000-8000-000000000000';
  assert.deepEqual((await get(unknown)).json.data, []);
  for (const kinds of ['drift', 'band_change,withdrawal', CHANGELOG_KINDS.join(',')]) {
    const chosen = plain.filter(({ kind }) => kinds.split(',').includes(kind));
    const path = `/api/public/changelog?kinds=${kinds}`;
    assert.deepEqual((await get(`${path}&limit=1000`)).json.data, chosen, kinds);
    assert.deepEqual(await paged(path, 3), chosen, kinds);
  }
  assert.ok(plain.some(({ kind }) => kind === 'drift') && plain.some(({ kind }) => kind === 'stale'));
  for (const { reason } of plain) assert.doesNotMatch(reason, /hard rule|HR\d/i, 'no reason names a rule');
  const unknownKind = await api.get('/api/public/changelog?kinds=drift,renewal');
  assert.equal(unknownKind.status, 400);
  for (const kind of CHANGELOG_KINDS) assert.ok(unknownKind.json.errors[0].message.includes(kind), kind);
  await refusedParameter('/api/public/changelog?kinds=drift&kinds=stale', 'kinds');
  await refusedParameter('/api/public/changelog?limit=0', 'limit');
  await refusedParameter('/api/public/changelog?limit=1001', 'limit');
  await refusedParameter('/api/public/changelog?limit=1.5', 'limit');
  await refusedParameter('/api/public/changelog?since=2026-02-30', 'since');
  await refusedParameter('/api/public/changelog?limit=1&limit=2', 'limit');
  await refusedParameter(
    `/api/public/changelog?cursor=${Buffer.from('history:5').toString('base64url')}`,
    'cursor',
  );
  assert.equal((await get('/api/public/changelog?utm_source=x')).status, 200, 'links get decorated');
});

test('the feeds carry the same entries under the same ids', async () => {
  const feed = (await get('/feeds/changelog.json')).json;
  const atom = (await get('/feeds/changelog.atom')).text;
  const newest = changelog.filter(({ kind }) => kind !== 'drift').slice(0, 50);
  assert.equal(feed.items.length, newest.length);
  for (const [index, { id }] of newest.entries()) {
    assert.ok(feed.items[index].id.includes(id), id);
    assert.ok(atom.includes(id), id);
  }
  const drifted = (await get('/feeds/changelog.json?kinds=drift')).json;
  assert.equal(drifted.feed_url, `${api.url}/feeds/changelog.json?kinds=drift`);
  assert.deepEqual(
    drifted.items.map((item: { id: string }) => item.id.replace('urn:uuid:', '')),
    changelog
      .filter(({ kind }) => kind === 'drift')
      .slice(0, 50)
      .map(({ id }) => id),
  );
  await refusedParameter('/feeds/changelog.atom?kinds=news', 'kinds');
});

test('every confirmation that a snapshot names is proved, and names the indicator', async () => {
  let named = 0;
  for (const { id, verification_id } of (await get('/api/v1/scores')).json.data) {
    const { confirmed_by, score_verified_at } = (await get(`/api/v1/scores/${id}`)).json;
    if (confirmed_by === null) continue;
    named += 1;
    assert.equal(confirmed_by.url, `${api.url}/api/public/confirmations/${confirmed_by.run}`);
    assert.equal(Date.parse(confirmed_by.confirmed_at), Date.parse(score_verified_at));
    const { text } = await get(`/api/public/confirmations/${confirmed_by.run}`);
    const report = await verifyConfirmation(text, pinned, verification_id);
    assert.ok(report.ok, JSON.stringify(report));
  }
  assert.ok(named > 0, 'the demo has confirmed some');
  const unknown = await api.get('/api/public/confirmations/00000000-0000-4000-8000-000000000000');
  assert.deepEqual([unknown.status, unknown.json.code], [404, 'not_found']);
  const malformed = await api.get('/api/public/confirmations/yesterday');
  assert.deepEqual([malformed.status, malformed.json.code], [400, 'invalid_parameter']);
});

test('a badge shows the score, and is 404 for nobody', async () => {
  const { slug, final_score } = (await get('/api/v1/scores')).json.data[0];
  const badge = await get(`/badges/${slug}.svg`);
  assert.ok(badge.text.includes(final_score.toFixed(2)));
  const none = await api.get('/badges/nobody.svg');
  assert.deepEqual([none.status, none.json.code], [404, 'provider_not_found']);
});

test('status tells of now: it is up, its data is fresh, and time passes', async () => {
  const first = (await get('/api/v1/status', undefined)).json;
  assert.equal(first.status, 'operational');
  assert.equal(first.freshness.providers, (await get('/api/v1/scores')).json.data.length);
  assert.ok(first.freshness.last_published_at <= first.time);
  assert.ok(Math.abs(Date.parse(first.time) - Date.now()) < 60_000);
  for (const ratio of ['ratio_24h', 'ratio_30d', 'ratio_90d']) {
    assert.equal(first.uptime[ratio], null, 'the service has just started, so no period was observed');
  }
  assert.ok(Date.parse(first.uptime.started_at) <= Date.parse(first.time));
  await refusedParameter('/api/v1/status?verbose=1', 'verbose');
  assert.equal((await get('/readyz')).json.status, 'ready');
  assert.equal((await get('/api/health')).json.status, 'ok');
});

test('usage counts exactly what the key did, and nothing of another key', async () => {
  const member = await customer(office, 'ENTERPRISE');
  const stranger = await customer(office, 'ENTERPRISE');
  const [one, two, free] = [
    await issue(office, member, { name: 'one' }),
    await issue(office, member, { name: 'two', hourly_limit: 3 }),
    await issue(office, member, { name: 'three', tier: 'FREE' }),
  ];
  const other = await issue(office, stranger);
  await until('the keys are known', async () => (await api.get('/api/v1/usage', other.key)).status === 200);
  const before = Date.now();

  const { etag } = (await get('/api/v1/scores', one.key)).headers;
  assert.equal((await api.get('/api/v1/scores', one.key, { 'if-none-match': etag! })).status, 304);
  assert.equal((await api.get('/api/v1/scores?sort=x', one.key)).status, 400);
  assert.equal((await api.call('HEAD', '/api/v1/scores', { key: one.key })).status, 200);
  assert.equal((await api.get('/api/v1/scores/nobody', one.key)).status, 404);
  for (let at = 0; at < 3; at += 1) await get('/api/v1/methodology', two.key);
  for (let at = 0; at < 2; at += 1) {
    assert.equal((await api.get('/api/v1/methodology', two.key)).status, 429);
  }
  assert.equal((await api.get('/api/v1/scores', free.key)).status, 403);
  await get('/api/public/scores', one.key);
  await get('/api/v1/status', one.key);

  const { json } = await get('/api/v1/usage', one.key);
  const counts = new Map<string, [number, number]>();
  for (const row of json.data) {
    const name = `${row.key_name} ${row.operation}`;
    const [accepted = 0, refusedCount = 0] = counts.get(name) ?? [];
    // Two rows where the hour turned meanwhile.
    counts.set(name, [accepted + row.accepted, refusedCount + row.refused]);
    assert.ok(Date.parse(row.hour) <= Date.now() && Date.parse(row.hour) > before - 2 * 60 * 60 * 1000);
  }
  assert.deepEqual(Object.fromEntries([...counts].sort()), {
    'one getScore': [1, 0],
    'one getUsage': [1, 0],
    'one listScores': [4, 0],
  });
  assert.deepEqual(json.totals, { accepted: 6, refused: 0 });
  assert.deepEqual(json.workspace, {
    id: member.workspace.id,
    name: member.workspace.name,
    tier: 'ENTERPRISE',
  });
  assert.deepEqual(
    [json.window.tier, json.window.limit, json.window.remaining],
    ['ENTERPRISE', 10_000, 9_991],
    'six of the first key and three of the second share the hour of the tier',
  );
  const own = (await get('/api/v1/usage', other.key)).json;
  assert.ok(own.data.every((row: { key_id: string }) => row.key_id === other.id));

  const byPage = await paged('/api/v1/usage', 2, one.key);
  assert.equal(byPage.length, json.data.length, 'no row is lost or doubled');
  const past = (await get('/api/v1/usage?from=2020-01-01&to=2020-12-31', one.key)).json;
  assert.deepEqual([past.data, past.totals], [[], { accepted: 0, refused: 0 }]);
  assert.equal(past.from, '2020-01-01T00:00:00Z');
  assert.equal(past.to, '2020-12-31T23:59:59.999Z');
  await refusedParameter('/api/v1/usage?from=2021-01-01&to=2020-01-01', 'from');
  await refusedParameter('/api/v1/usage?to=9999-12-31T23:59:59-01:00', 'to');
  await refusedParameter('/api/v1/usage?cursor=x', 'cursor');
});

test('all of these answers were compared with the document', (t) => {
  t.diagnostic(`${api.validated()} responses`);
  assert.ok(api.validated() > 200);
});
