// Spreadsheets over HTTP: who gets them, what they cost, and that they have what the JSON has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPREADSHEETS, type SpreadsheetName } from '@rf-indicators/contract';
import type { Member } from '@rf-indicators/core/accounts/members';
import { savePolicy, setShadow } from '@rf-indicators/core/policies/drafts';
import readXlsx from 'read-excel-file/node';
import { startApi } from '../../../../test/support/api.ts';
import type { Called } from '../../../../test/support/described.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { parsedCsv } from '../../../../test/support/parsed-csv.ts';
import { policyDocument } from '../../../../test/support/policies.ts';
import { until } from '../../../../test/support/until.ts';
import { activatePolicy, customer, issue, officeOf } from '../http/customers.ts';

const api = await startApi(wholeFile);
const key = api.keys.PROFESSIONAL;
const FORMATS = ['csv', 'xlsx'] as const;
const SLUG = 'brindlewick-vaults';
const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** With the parameters that are required. */
const PATHS: Readonly<Record<SpreadsheetName, (format: string) => string>> = {
  scores: (format) => `/exports/v1/scores.${format}`,
  criteria: (format) => `/exports/v1/criteria.${format}?provider=${SLUG}`,
  history: (format) => `/exports/v1/history.${format}?provider=${SLUG}`,
  changes: (format) => `/exports/v1/changes.${format}`,
  decisions: (format) => `/exports/v1/decisions.${format}`,
};
const NAMES = Object.keys(PATHS) as SpreadsheetName[];

type Row = Record<string, unknown>;

/** The rows of a CSV file, with values like those of JSON; empty cells are null. */
function csvRows(name: SpreadsheetName, { text }: Called): Row[] {
  return parsedCsv(text).map((row) => {
    assert.deepEqual(
      Object.keys(row),
      SPREADSHEETS[name].columns.map((column) => column.name),
    );
    return Object.fromEntries(
      SPREADSHEETS[name].columns.map(({ name: column, type }) => {
        const cell = row[column]!;
        if (cell === '') return [column, null];
        if (type === 'decimal' || type === 'integer') return [column, Number(cell)];
        if (type === 'boolean') return [column, cell === 'true'];
        return [
          column,
          type === 'instant' || type === 'date' ? Date.parse(cell) : cell.replace(/^'(?=[=+\-@])/, ''),
        ];
      }),
    );
  });
}

async function xlsxRows({ bytes }: Called): Promise<Row[]> {
  const [sheet] = await readXlsx(bytes, { trim: false });
  const [names, ...rows] = sheet!.data;
  return rows.map((row) =>
    Object.fromEntries(
      names!.map((name, at) => {
        const cell = row[at] ?? null;
        return [String(name), cell instanceof Date ? cell.getTime() : cell];
      }),
    ),
  );
}

/** The rows that both formats have. */
async function rowsOf(name: SpreadsheetName, query = '', caller = key): Promise<Row[]> {
  const [csv, xlsx] = await Promise.all(
    FORMATS.map((format) => api.get(`/exports/v1/${name}.${format}${query}`, caller)),
  );
  const rows = csvRows(name, csv!);
  assert.deepEqual(near(await xlsxRows(xlsx!), rows), rows);
  return rows;
}

/** A time in XLSX is a fraction of a day, which can be read as the millisecond before. */
function near(rows: Row[], others: readonly Row[]): Row[] {
  return rows.map((row, at) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => {
        const other = others[at]?.[name];
        return [name, Number(other) - Number(cell) === 1 && Number(cell) > 1e12 ? other : cell];
      }),
    ),
  );
}

/** A row of JSON in the columns of a spreadsheet, found by the path of each. */
function expected(name: SpreadsheetName, row: Row): Row {
  return Object.fromEntries(
    (SPREADSHEETS[name].columns as readonly { name: string; type: string; member?: string }[]).map(
      ({ name: column, type, member = column }) => {
        const value =
          member.split('.').reduce<unknown>((at, part) => (at as Row | null)?.[part], row) ?? null;
        if (value === '') return [column, null];
        return [column, typeof value === 'string' && /instant|date/.test(type) ? Date.parse(value) : value];
      },
    ),
  );
}

test('every spreadsheet takes a key with the entitlement scores, and one request of the hour', async () => {
  for (const name of NAMES) {
    for (const format of FORMATS) {
      const path = PATHS[name](format);
      assert.equal((await api.get(path)).json.code, 'missing_api_key', path);
      assert.equal((await api.get(path, 'rf_live_unknown')).json.code, 'invalid_api_key', path);
      const free = await api.get(path, api.keys.FREE);
      assert.deepEqual([free.status, free.json.code], [403, 'insufficient_tier'], path);
      for (const tier of ['PROFESSIONAL', 'ENTERPRISE'] as const) {
        const before = await api.get('/api/v1/usage', api.keys[tier]);
        const { status, headers } = await api.get(path, api.keys[tier]);
        assert.equal(status, 200, path);
        const left = (given: Called['headers']) => Number(given['x-ratelimit-remaining']);
        assert.equal(left(headers), left(before.headers) - 1, path);
        assert.equal(headers['content-type'], MEDIA_TYPES[format]);
        const today = new Date().toISOString().slice(0, 10);
        assert.equal(headers['content-disposition'], `attachment; filename="${name}-${today}.${format}"`);
      }
    }
  }
});

test('scores are those of the list, with its filters, also in the past', async () => {
  for (const query of ['', '?sort=-final_score&planner_type=stablecoin', '?risk_band=LOW&as_of=2026-06-01']) {
    const { data } = (await api.get(`/api/v1/scores${query}`, key)).json;
    assert.ok(data.length > 0, query);
    const rows = await rowsOf('scores', query);
    assert.deepEqual(
      rows,
      data.map((row: Row) => expected('scores', row)),
    );
  }
});

test('CSV has the digits of the API', async () => {
  const { text } = await api.get(PATHS.criteria('csv'), key);
  const rows = parsedCsv(text);
  for (const { score, contribution, point_impact, confidence } of rows)
    for (const figure of [score, contribution, point_impact, confidence])
      assert.match(figure!, /^-?\d+\.\d\d$/);
  assert.ok(rows.some(({ score }) => score!.endsWith('0')));
  assert.ok(text.endsWith('\r\n'));
  assert.ok(text.startsWith('provider_id,'));
});

test('criteria are those of the snapshot, of one provider or of all in pages', async () => {
  const one = (await api.get(`/api/v1/scores/${SLUG}`, key)).json;
  const criteria = (snapshot: { criterion_scores: (Row & { contested: unknown[] })[] } & Row) =>
    snapshot.criterion_scores.map((criterion) =>
      expected('criteria', { ...snapshot, ...criterion, contested: criterion.contested.length }),
    );
  assert.deepEqual(await rowsOf('criteria', `?provider=${SLUG}`), criteria(one));
  assert.deepEqual(await rowsOf('criteria', `?provider=${one.provider_id}`), criteria(one));
  const { data } = (await api.get('/api/v1/scores?limit=3', key)).json;
  const found: Row[] = [];
  let path = '/exports/v1/criteria.csv?limit=2';
  for (let page = 0; page < 2; page += 1) {
    const called = await api.get(path, key);
    found.push(...csvRows('criteria', called));
    path = nextPath(called)!;
  }
  const names = [...new Set(found.map(({ name }) => name))];
  assert.equal(names.length, 4);
  assert.deepEqual(
    names.slice(0, 3),
    data.map(({ name }: Row) => name),
  );
});

/** Of the next page. */
function nextPath({ headers }: Called): string | null {
  const [, url = null] = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? '')) ?? [];
  if (url === null) return null;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

test('the history is that of the provider, and in pages the same', async () => {
  const { data } = (await api.get(`/api/v1/scores/${SLUG}/history?limit=1000`, key)).json;
  const { provider_id, name } = (await api.get(`/api/v1/scores/${SLUG}`, key)).json;
  const expectedRows = data.map((row: Row) => expected('history', { ...row, provider_id, slug: SLUG, name }));
  assert.deepEqual(await rowsOf('history', `?provider=${SLUG}`), expectedRows);
  const first = await api.get(`/exports/v1/history.csv?provider=${SLUG}&limit=2`, key);
  const second = await api.get(nextPath(first)!, key);
  assert.deepEqual([...csvRows('history', first), ...csvRows('history', second)], expectedRows.slice(0, 4));
});

test('changes are those of the changelog, with its filters', async () => {
  for (const query of ['?since=2026-06-01', '?kinds=band_change,correction&limit=5']) {
    const filter = query.includes('limit') ? query : `${query}&limit=1000`;
    const { data } = (await api.get(`/api/public/changelog${filter}`)).json;
    assert.ok(data.length > 0);
    assert.deepEqual(
      await rowsOf('changes', query),
      data.map((row: Row) => expected('changes', row)),
    );
  }
});

test('a copy that is still valid is not sent again, and HEAD has no body', async () => {
  for (const name of NAMES.filter((one) => one !== 'decisions')) {
    for (const format of FORMATS) {
      const path = PATHS[name](format);
      const { headers } = await api.get(path, key);
      const again = await api.get(path, key, { 'if-none-match': String(headers.etag) });
      assert.equal(again.status, 304, path);
      const head = await api.call('HEAD', path, { key });
      assert.deepEqual([head.status, head.bytes.length], [200, 0]);
      assert.equal(head.headers['content-disposition'], headers['content-disposition']);
    }
  }
  const decisions = await api.call('HEAD', '/exports/v1/decisions.xlsx', { key });
  assert.deepEqual([decisions.status, decisions.headers.etag], [200, undefined]);
});

test('another format or sheet does not exist, also for browsers', async () => {
  for (const path of [
    '/exports/v1/scores.ods',
    '/exports/v1/scores',
    '/exports/v1/nothing.csv',
    '/exports/v2/scores.csv',
  ]) {
    const { status, json } = await api.get(path, key, { accept: 'text/html' });
    assert.deepEqual([status, json.code], [404, 'not_found'], path);
  }
});

test('wrong parameters and unknown providers are refused as problem documents', async () => {
  const codeOf = async (path: string) => (await api.get(`/exports/v1/${path}`, key)).json.code;
  assert.equal(await codeOf('scores.csv?colour=red'), 'invalid_parameter');
  assert.equal(await codeOf('scores.xlsx?as_of=2999-01-01'), 'invalid_parameter');
  assert.equal(await codeOf('history.csv'), 'invalid_parameter');
  assert.equal(await codeOf('history.csv?provider=nobody-at-all'), 'provider_not_found');
  assert.equal(await codeOf('criteria.xlsx?provider=nobody-at-all'), 'provider_not_found');
  for (const name of NAMES.filter((one) => one !== 'scores')) {
    const path = PATHS[name]('csv').replace('/exports/v1/', '');
    // That of one provider has no pages.
    const cursor = `${name === 'criteria' ? 'criteria.csv?' : path.includes('?') ? `${path}&` : `${path}?`}cursor=x`;
    assert.equal(await codeOf(cursor), 'invalid_parameter', cursor);
  }
});

const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const HOSTILE = "=cmd|' /C calc'!A0";

let nonces = 0;
async function decide(caller: string, providers: readonly string[], reference: string): Promise<Row> {
  nonces += 1;
  const body = { policy: 'lender', providers, nonce: `nonce-of-exports-${nonces}`, reference };
  const { status, json } = await api.call('POST', '/api/v1/evaluate', { key: caller, body });
  assert.equal(status, 200, JSON.stringify(json));
  return json.document;
}

async function decider(): Promise<{ member: Member; caller: string }> {
  const member = await customer(office, 'PROFESSIONAL');
  await activatePolicy(office, member);
  const { key: caller } = await issue(office, member);
  await until('the key is known', async () => (await api.get('/api/v1/scores', caller)).status === 200);
  return { member, caller };
}

test('decisions are those of the workspace alone, newest first, with a row for each provider', async () => {
  const { data } = (await api.get('/api/v1/scores?limit=2', key)).json;
  const ids: string[] = data.map(({ id }: Row) => id);
  const [ada, bob] = [await decider(), await decider()];
  const first = await decide(ada.caller, [...ids, 'nobody'], HOSTILE);
  await savePolicy(office.desk, ada.member, { document: policyDocument({ below: '100.00' }) });
  await setShadow(office.desk, ada.member, { name: 'lender' });
  const second = await decide(ada.caller, [ids[0]!], '订单 7, "urgent"');
  const rows = await rowsOf('decisions', '', ada.caller);
  const [newest] = rows;
  assert.deepEqual(
    rows.map(({ decision_id, reference, provider_id, name }) => [decision_id, reference, provider_id, name]),
    [
      [second.decision_id, '订单 7, "urgent"', ids[0], data[0].name],
      [first.decision_id, HOSTILE, ids[0], data[0].name],
      [first.decision_id, HOSTILE, ids[1], data[1].name],
      [first.decision_id, HOSTILE, 'nobody', null],
    ],
  );
  const [{ decision, decided_by, verification_id }] = second.providers as [Row];
  assert.deepEqual(newest, {
    ...{ decision_id: second.decision_id, policy: 'lender', reference: '订单 7, "urgent"' },
    issued_at: Date.parse(String(second.issued_at)),
    valid_until: Date.parse(String(second.valid_until)),
    policy_version: (second.policy as Row).version,
    policy_digest: (second.policy as Row).digest,
    ...{ exposure: 'new', hypothetical: false, provider_id: ids[0], slug: data[0].slug, name: data[0].name },
    ...{ decision, decided_by, verification_id, shadow_version: 2, shadow_decision: 'BLOCK' },
  });
  const { text } = await api.get('/exports/v1/decisions.csv', ada.caller);
  assert.ok(text.includes(`,'${HOSTILE},`), 'a formula is neutralised');

  assert.deepEqual(await rowsOf('decisions', '', bob.caller), []);
  const ofBob = await decide(bob.caller, [ids[1]!], 'bob');
  assert.deepEqual(
    (await rowsOf('decisions', '', bob.caller)).map(({ decision_id }) => decision_id),
    [ofBob.decision_id],
  );
  assert.equal((await rowsOf('decisions', '', ada.caller)).length, 4);

  const page = await api.get('/exports/v1/decisions.csv?limit=1', ada.caller);
  assert.equal(csvRows('decisions', page).length, 1);
  assert.equal(csvRows('decisions', await api.get(nextPath(page)!, ada.caller)).length, 3);
  assert.equal((await rowsOf('decisions', '?policy=other', ada.caller)).length, 0);
  assert.equal((await rowsOf('decisions', '?since=2999-01-01', ada.caller)).length, 0);
  const reference = encodeURIComponent(HOSTILE);
  assert.equal((await rowsOf('decisions', `?reference=${reference}`, ada.caller)).length, 3);
});

test('a page of decisions has whole calls and at most 10,000 rows', async () => {
  const { caller } = await decider();
  const many = Array.from({ length: 1000 }, (_, at) => `nobody-${at}`);
  for (let calls = 0; calls < 10; calls += 1) await decide(caller, many, 'many');
  await decide(caller, many.slice(1), 'newest');
  const first = await api.get('/exports/v1/decisions.csv', caller);
  const second = await api.get(nextPath(first)!, caller);
  assert.deepEqual(
    [first, second].map(({ text }) => text.split('\r\n').length - 2),
    [9999, 1000],
  );
  assert.equal(nextPath(second), null);
});
