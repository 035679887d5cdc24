// Instants over HTTP: texts (RFC 3339) in both directions, in lists, in files and in live news, to the millisecond.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readInstantText } from '@rf-indicators/core/context/times';
import { epochNumbersIn } from '../../../../test/support/instants.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { rf } from '../../../../test/support/rf.ts';
import { HOUR, type Served, serveSmallStore } from './served.ts';

const FORMAT = 'must be a date-time with an offset (RFC 3339), such as 2026-04-01T06:00:00Z';

let served: Served;
before(async () => {
  served = await serveSmallStore(wholeFile);
});

const officer = () => ({ token: served.staff.chief_risk_officer.token });
const operator = () => ({ token: served.staff.operator.token });

test('an instant of another format is refused in a query and in a body, with the format', async () => {
  for (const from of ['1775023200000', 'yesterday', '2026-04-01', '2026-02-30T06:00:00Z']) {
    const { status, json } = await served.client.act('audit.list', { from }, officer());
    assert.deepEqual([status, json.code], [400, 'invalid_parameter'], from);
    assert.deepEqual(json.errors, [{ parameter: 'from', code: 'not_instant', message: FORMAT }]);
  }
  const incident = { title: 'Slow answers', impact: 'degraded', started_at: Date.now() };
  const { status, json } = await served.client.act('incidents.open', incident, operator());
  assert.deepEqual([status, json.code], [422, 'validation_failed']);
  assert.deepEqual(json.errors, [{ pointer: '/started_at', code: 'not_instant', message: FORMAT }]);
});

test('what a list answers filters the list, whatever its offset, and pages keep their order', async () => {
  const { json } = await served.client.act('audit.list', {}, officer());
  const listed: { seq: number; at: string }[] = json.data;
  assert.ok(listed.length > 10);
  const at = listed.map((record) => readInstantText(record.at)!);
  assert.deepEqual(at, at.toSorted());
  const middle = at[5]!;
  const inBerlin = new Date(middle + 2 * HOUR).toISOString().replace('Z', '+02:00');
  const found: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { from: listed[5]!.at, to: inBerlin, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
    const { json: answer } = await served.client.act('audit.list', page, officer());
    found.push(...answer.data.map(({ seq }: { seq: number }) => seq));
    cursor = answer.next_cursor;
  }
  assert.deepEqual(
    found,
    listed.filter((_, index) => at[index] === middle).map(({ seq }) => seq),
  );
});

test('the CSV of a list has the instants of its JSON', async () => {
  const { json } = await served.client.act('audit.list', { limit: 1000 }, officer());
  const headers = { authorization: `Bearer ${officer().token}` };
  const csv = await (await fetch(`${served.client.url}/console/audit.csv`, { headers })).text();
  const cells = csv
    .split('\r\n')
    .slice(1, json.data.length + 1)
    .map((line) => line.split(',')[1]);
  assert.deepEqual(
    cells,
    json.data.map(({ at }: { at: string }) => at),
  );
});

test('sessions of a person and an invitation have no numbers for instants', async () => {
  const cookie = await served.sessionOf(served.staff.operator);
  const { status, json } = await served.client.auth('GET', '/sessions', { cookie });
  assert.equal(status, 200);
  assert.deepEqual(epochNumbersIn(json), []);
  assert.notEqual(readInstantText(json.data[0].created_at), null);
});

test('rf prints the same instants as JSON from a server and from the store itself', async () => {
  const { token } = served.staff.operator;
  const { stdout: remote } = await rf(['staff', 'list', '--json'], {
    env: { RF_URL: served.client.url, RF_TOKEN: token },
  });
  const { stdout: local } = await rf(['staff', 'list', '--json'], {
    env: { RF_URL: '', RF_TOKEN: token, RF_DATA_DIR: served.dataDir },
  });
  const instants = (text: string) => text.match(/"(\w+_at|since)": [^n]\S+/g)!;
  assert.ok(instants(local).length >= 5);
  assert.deepEqual(epochNumbersIn(JSON.parse(local)), []);
  assert.deepEqual(instants(local), instants(remote));
});
