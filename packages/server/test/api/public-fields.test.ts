// What is public is the headline and nothing behind it. Every member of every public answer is listed by hand, and
// no approved value and no title of a piece of evidence appears anywhere in them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { PINNED_OPERATIONS } from '../../../../test/support/pinned-operations.ts';
import { officeOf } from '../http/customers.ts';
import { tilesOf } from '../http/tiles.ts';

/** By what a path begins with, the longest beginning first. */
const ALLOWED: Record<string, string> = Object.fromEntries(
  Object.values(PINNED_OPERATIONS)
    .flatMap(({ call, members }): [string, string][] => {
      const start = call.replace(/^\w+ /, '').replace(/\{.*/, '');
      return members === undefined ? [] : [[start, members]];
    })
    .sort(([a], [b]) => b.length - a.length),
);

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const { db } = office.desk.store;
const bodies = await publicBodies();

test('every member of a public answer is one that is meant to be public', () => {
  for (const [path, { json }] of bodies) {
    if (json === undefined) continue;
    const [, members] = Object.entries(ALLOWED).find(([start]) => path.startsWith(start)) ?? [];
    assert.ok(members !== undefined, `nobody wrote down what is public at ${path}`);
    const allowed = new Set(members.trim().split(/\s+/));
    const unexpected = [...memberPaths(json)].filter((member) => !allowed.has(member));
    assert.deepEqual(unexpected, [], path);
  }
});

test('every public operation that answers with data has its members listed', () => {
  // These two describe the service itself, and say nothing about providers.
  const described = ['GET /api/openapi.json', 'GET /api/mcp'];
  const listed = Object.values(PINNED_OPERATIONS).flatMap(({ call, members }) => (members ? [call] : []));
  const answersData = Object.entries(api.document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { 'x-access': access }]) => access === 'public')
      .filter(([, { responses }]) => /"application\/(feed\+)?json":/.test(successText(responses)))
      .map(([verb]) => `${verb.toUpperCase()} ${path}`),
  );
  assert.deepEqual(answersData.filter((call) => !described.includes(call)).sort(), listed.sort());
});

test('what is written down as public is there: the list names nothing that went long ago', () => {
  // These come only with what the demo has not: a second page, a rotated key, an outage, a changed feed, a change without
  // disclosures, names of voters.
  const rare =
    /(^|\.)disclosures$|^voters\.|_analysis$|incidents\[\]|^language$|authors|date_modified|summary|tags|description|\.detail$/;
  for (const [start, members] of Object.entries(ALLOWED)) {
    const seen = new Set(
      [...bodies]
        .filter(([path]) => path.startsWith(start))
        .flatMap(([, { json }]) => [...memberPaths(json)]),
    );
    const absent = members
      .trim()
      .split(/\s+/)
      .filter((member) => !seen.has(member) && !rare.test(member))
      // Its items are of the form of the other feed, and a week has no rationale.
      .filter((member) => start !== '/feeds/weekly.json' || !member.includes('_analysis'));
    assert.deepEqual(absent, [], start);
  }
});

/** Approved facts that a public row shows. */
const PUBLIC_FACTS = ['planner_type', 'yield_min', 'yield_max'];

test('no approved value stands in any public answer', async () => {
  const proposals = await db
    .selectFrom('proposals')
    .select(['input_id', 'value'])
    .where('input_id', 'not in', PUBLIC_FACTS)
    // Every answer that says whether something is so has these two.
    .where('value', 'not in', ['true', 'false'])
    .execute();
  const isPublic = new Set([...bodies.values()].flatMap(({ json }) => headlines(json)));
  // A number of a few digits can turn up anywhere by chance; names of options and longer numbers do not.
  const values = new Set(
    proposals.map(({ value }) => value).filter((value) => value.length >= 5 && !isPublic.has(value)),
  );
  assert.ok(values.size > 50, `${values.size} values are looked for`);
  for (const [path, { text }] of bodies) {
    const words = new Set(text.split(/[^A-Za-z0-9_.]+/).map((word) => word.replace(/\.$/, '')));
    const found = [...values].filter(
      (value) => words.has(value) || (/_/.test(value) && text.includes(value)),
    );
    assert.deepEqual(found, [], path);
  }
  const inputs = new Set(proposals.map(({ input_id }) => input_id));
  for (const [path, { text }] of bodies) {
    assert.deepEqual(
      [...inputs].filter((input) => text.includes(input)),
      [],
      `${path} names an input`,
    );
  }
});

test('no title of evidence stands in any public answer, nor where it is from', async () => {
  const evidence = await db.selectFrom('evidence').select(['title', 'url', 'quote', 'sha256']).execute();
  const texts = new Set(
    evidence
      .flatMap(({ title, url, quote, sha256 }) => [title, url, quote, sha256])
      .filter((text): text is string => text !== null && text.length >= 8),
  );
  assert.ok(texts.size > 50, `${texts.size} texts are looked for`);
  for (const [path, { text }] of bodies) {
    assert.deepEqual(
      [...texts].filter((secret) => text.includes(secret)),
      [],
      path,
    );
  }
});

test('nothing of people, keys and workspaces stands in any public answer', async () => {
  const staff = await db.selectFrom('staff').select(['id', 'name']).execute();
  const workspaces = await db.selectFrom('workspaces').select(['id', 'name']).execute();
  const secrets = [...staff, ...workspaces].flatMap(({ id, name }) => [id, name]);
  for (const [path, { text }] of bodies) {
    assert.deepEqual(
      secrets.filter((secret) => text.includes(secret)),
      [],
      path,
    );
    assert.doesNotMatch(text, /rf_live_|rf_member_|rf_staff_|whsec_/, path);
  }
});

/** Every public answer of the server, by its path. */
async function publicBodies(): Promise<Map<string, { text: string; json: unknown }>> {
  const found = new Map<string, { text: string; json: unknown }>();
  const visit = async (path: string) => {
    const { status, text, json } = await api.get(path);
    assert.equal(status, 200, path);
    found.set(path, { text, json });
    return json;
  };
  for (const path of Object.keys(ALLOWED)) {
    if (!path.endsWith('/') && !path.endsWith('score-request')) await visit(path);
  }
  const request = await api.call('POST', '/api/public/score-request', {
    body: { provider_name: 'Somebody' },
  });
  found.set('/api/public/score-request', { text: request.text, json: request.json });
  await visit(`/api/public/score-request/${request.json.request_id}`);
  await visit('/api/public/changelog?limit=1000');
  await visit('/api/public/changelog?limit=2');
  await visit('/api/public/changelog?kinds=drift,stale');
  for (const { verification_id } of await db.selectFrom('indicators').select('verification_id').execute()) {
    await visit(`/api/public/verify/${verification_id}`);
  }
  for (const { run_id } of await db.selectFrom('confirmations').select('run_id').execute()) {
    await visit(`/api/public/confirmations/${run_id}`);
  }
  await visit('/api/public/methodology/2.0/differences');
  await visit('/history/2026.json');
  await visit('/history/days/2026-07-29.json');
  const published = db.selectFrom('provider_states').select('provider_id');
  const slugs = await db.selectFrom('providers').select('slug').where('id', 'in', published).execute();
  for (const { slug } of slugs) {
    await visit(`/badges/${slug}.svg`);
    await visit(`/api/public/history/${slug}?limit=1000`);
  }
  await visit('/feeds/changelog.atom');
  const checkpoint = await api.get('/log/checkpoint');
  const size = Number(checkpoint.text.split('\n')[1]);
  await visit('/log/checkpoint');
  for (const tile of tilesOf(size)) await visit(`/log/tile/entries/${tile}`);
  return found;
}

function successText(responses: object): string {
  return JSON.stringify(Object.entries(responses).filter(([status]) => status.startsWith('2')));
}

function* memberPaths(value: unknown, path = ''): Generator<string> {
  if (Array.isArray(value)) {
    for (const element of value) yield* memberPaths(element, `${path}[]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value))
      yield* memberPaths(part, path === '' ? name : `${path}.${name}`);
  } else yield path;
}

/** The numbers that a public row has: scores and yields, in the spellings that values have. */
function headlines(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(headlines);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(headlines);
  // Without a sign, which does not belong to the words that are looked for.
  return typeof value === 'number' ? [Math.abs(value).toFixed(2)] : [];
}
