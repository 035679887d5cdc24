// What a caller sees of identifiers: in rows, snapshots and issuances, as filters, and on the page of a provider.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer } from '@rf-indicators/contract/search';
import { describeProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { LIST, type Row, serveScores } from './served-scores.ts';

const { api, key, office, get, rowsOf, refusedParameter } = await serveScores();

interface Identified extends Row {
  identifiers: { kind: string; value: string }[];
}
const all = (await rowsOf()) as Identified[];
const ferrocline = all.find(({ slug }) => slug === 'ferrocline-treasury')!;
const slugsOf = async (query: string) => (await rowsOf(query)).map(({ slug }) => slug);

test('keyed rows and snapshots have identifiers, public rows do not', async () => {
  assert.deepEqual(ferrocline.identifiers, [
    { kind: 'lei', value: 'ZZZZ00FERROCLINE0050' },
    { kind: 'isin', value: 'ZZ0000FRCL01' },
    { kind: 'ticker', value: 'XXXX:FRCL' },
    { kind: 'domain', value: 'ferrocline-treasury.example' },
  ]);
  assert.ok(all.every(({ identifiers }) => Array.isArray(identifiers)));
  const { json } = await get(`${LIST}/ferrocline-treasury`);
  assert.deepEqual(json.identifiers, ferrocline.identifiers);
  const publicRows = (await get('/api/public/scores')).json.data;
  assert.ok(publicRows.every((row: object) => !('identifiers' in row)));
});

test('a list can be filtered by identifiers, exactly', async () => {
  for (const [query, slugs] of [
    ['lei=zzzz00ferrocline0050', ['ferrocline-treasury']],
    ['isin=ZZ0000FRCL01', ['ferrocline-treasury']],
    ['ticker=XXXX:FRCL', ['ferrocline-treasury']],
    ['ticker=FRCL', []],
    ['domain=Ferrocline-Treasury.example', ['ferrocline-treasury']],
    ['domain=treasury.example', []],
    ['address=eip155:8453:0x0BADCAFE0badcafe0badcafe0badcafe0badcafe', ['harbourglass-dollar']],
    ['address=eip155:10:0x0badcafe0badcafe0badcafe0badcafe0badcafe', []],
    ['lei=ZZZZ00FERROCLINE0050&domain=ferrocline-treasury.example', ['ferrocline-treasury']],
    ['lei=ZZZZ00FERROCLINE0050&domain=pennythrift.example', []],
    ['lei=HWUPKR0MPOU8FGXBT394', []],
    ['lei=ZZZZ00FERROCLINE0050&limit=1', ['ferrocline-treasury']],
    ['lei=ZZZZ00FERROCLINE0050&as_of=2026-06-01', ['ferrocline-treasury']],
    ['isin=ZZ0000FRCL01&risk_band=HIGH', ferrocline.risk_band === 'HIGH' ? ['ferrocline-treasury'] : []],
  ] as const) {
    assert.deepEqual(await slugsOf(`?${query}`), slugs, query);
  }
});

test('an identifier that cannot be one is refused, with what is wrong', async () => {
  for (const [kind, value, message] of [
    ['lei', 'ZZZZ00FERROCLINE0051', /check digits do not match/],
    ['isin', 'ZZ0000FRCL02', /check digit does not match/],
    ['ticker', 'not a ticker', /is not a ticker/],
    ['address', '0x0badcafe0badcafe0badcafe0badcafe0badcafe', /CAIP-10/],
    ['domain', 'https://ferrocline-treasury.example', /is not a domain/],
  ] as const) {
    const path = `${LIST}?${kind}=${encodeURIComponent(value)}`;
    assert.equal(await refusedParameter(path, kind), 'not_identifier');
    const { json } = await api.get(path, key);
    assert.match(json.errors[0].message, message);
  }
});

test('issuances have theirs in the same form', async () => {
  const { json } = await get('/api/v1/issuances');
  assert.ok(json.data.length > 0);
  for (const { ticker, identifiers } of json.data) {
    const tickers = identifiers.filter(({ kind }: { kind: string }) => kind === 'ticker');
    assert.deepEqual(tickers, ticker === null ? [] : [{ kind: 'ticker', value: ticker }]);
  }
});

test('the page of a provider shows them, each to copy', async () => {
  const pageOf = async (slug: string) => (await fetch(`${api.url}/providers/${slug}`)).text();
  const text = await pageOf('ferrocline-treasury');
  for (const { value } of ferrocline.identifiers) {
    assert.ok(text.includes(`data-copy="${value}"`), value);
  }
  // Names that are reserved for examples lead nowhere.
  assert.ok(text.includes('<span class="muted">from ferrocline-treasury.example</span>'));
  assert.ok(!(await pageOf('gossamerle-yield')).includes('<h2>Identifiers</h2>'));
});

test('search as one types finds a provider by an identifier', async () => {
  const found = await fetch(`${api.url}/search.json?q=zzzz00ferrocline0050`);
  const { groups } = (await found.json()) as SearchAnswer;
  const [group] = groups;
  const [first] = group!.results;
  assert.deepEqual(
    [group!.kind, first!.address, first!.note],
    ['provider', '/providers/ferrocline-treasury', 'LEI ZZZZ00FERROCLINE0050'],
  );
});

test('what is served follows what two people decide', async () => {
  const source = 'https://gossamerle-yield.example/imprint';
  const identifiers = [`domain gossamerle-yield.example ${source}`];
  await describeProvider(office.desk, office.analyst, 'gossamerle-yield', { identifiers });
  await until(
    'the domain is served',
    async () => (await slugsOf('?domain=gossamerle-yield.example')).length === 1,
  );
  const expected = [{ kind: 'domain', value: 'gossamerle-yield.example' }];
  await until('the snapshot follows', async () => {
    const { json } = await get(`${LIST}/gossamerle-yield`);
    return JSON.stringify(json.identifiers) === JSON.stringify(expected);
  });
  assert.deepEqual(await slugsOf('?domain=gossamerle-yield.example&as_of=2026-06-01'), []);
});
