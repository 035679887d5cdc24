// What pages and people read over HTTP: calls that failed, stored documents, and lists as CSV.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMember, type Member } from '@rf-indicators/core/accounts/members';
import { storeDocument } from '@rf-indicators/core/desk/inputs/evidence';
import { claimSignIn, confirmSignIn } from '@rf-indicators/core/identity/claims';
import { inviteStaffToSignIn } from '@rf-indicators/core/identity/invitations';
import type { MemberRole, StaffRole } from '@rf-indicators/core/store/schema';
import { startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from '../http/customers.ts';

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const { desk, operator, reviewer } = office;
const { db } = desk.store;

let people = 0;

async function memberToken(admin: Member, role: MemberRole): Promise<string> {
  people += 1;
  return (await addMember(desk, admin, { name: `Member ${people}`, role })).token;
}

async function staffToken(role: StaffRole): Promise<string> {
  people += 1;
  return (await enrol(desk, operator, { name: `Staff ${people}`, roles: [role] }, reviewer)).token;
}

function get(path: string, token?: string, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${api.url}${path}`, { headers: { ...authorization, ...headers } });
}

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { code: string }).code];
}

interface Failure {
  request_id: string | null;
  operation: string | null;
  status: number | null;
  code: string | null;
  calls: number;
  key_prefix: string;
}

async function failures(token: string, query = ''): Promise<Failure[]> {
  const response = await get(`/api/console/failed_calls/list?${query}`, token);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { data: Failure[] }).data;
}

test('calls that were refused are found by their request id, in their own workspace only', async () => {
  const ada = await customer(office, 'ENTERPRISE');
  const bea = await customer(office, 'ENTERPRISE');
  const [viewer, stranger] = [await memberToken(ada, 'viewer'), await memberToken(bea, 'contract_admin')];
  const paid = await issue(office, ada);
  const free = await issue(office, ada, { tier: 'FREE' });
  const slow = await issue(office, ada, { hourly_limit: 1 });
  const call = async (path: string, key: string, id: string) =>
    (await api.get(path, key, { 'x-request-id': id })).status;
  const before = (await db.selectFrom('failed_calls').select('id').execute()).length;
  assert.equal(await call('/api/v1/scores/no-such-provider', paid.key, 'missing'), 404);
  assert.equal(await call('/api/v1/scores?limit=none', paid.key, 'malformed'), 400);
  assert.equal(await call('/api/v1/computation/any', free.key, 'too-low'), 403);
  assert.equal(await call('/api/v1/issuances', slow.key, 'fine'), 200);
  for (let at = 0; at < 15; at += 1) {
    assert.equal(await call('/api/v1/issuances', slow.key, `over-${at}`), 429);
  }
  const unknown = slow.key.slice(0, -1) + (slow.key.endsWith('x') ? 'y' : 'x');
  assert.equal(await call('/api/v1/issuances', unknown, 'unknown'), 401);
  const tool = { tool_name: 'no_such_tool', input: {} };
  const agent = { 'content-type': 'application/json', 'x-api-key': api.keys.AGENT };
  const asked = await fetch(`${api.url}/api/mcp`, {
    ...{ method: 'POST', headers: { ...agent, 'x-request-id': 'tool' }, body: JSON.stringify(tool) },
  });
  assert.equal(asked.status, 422);
  // 3 of the first keys, 10 over the limit, the other 5 of them counted in 1 or 2 minutes, and the tool.
  await until('the failures are saved', async () => {
    const rows = await db.selectFrom('failed_calls').select('calls').execute();
    return rows.slice(before).reduce((sum, { calls }) => sum + calls, 0) === 19;
  });
  const shown = async (query: string, token = viewer) =>
    (await failures(token, query)).map(({ request_id, operation, status, code }) => [
      ...[request_id, operation, status, code],
    ]);
  assert.deepEqual(await shown('request_id=missing'), [['missing', 'getScore', 404, 'provider_not_found']]);
  assert.deepEqual(await shown('status=400'), [['malformed', 'listScores', 400, 'invalid_parameter']]);
  assert.deepEqual(await shown(`key=${free.prefix}`), [
    ['too-low', 'getComputation', 403, 'insufficient_tier'],
  ]);
  const over = await failures(viewer, `key=${slow.prefix}`);
  assert.equal(
    over.reduce((sum, { calls }) => sum + calls, 0),
    15,
  );
  assert.deepEqual(over.find(({ request_id }) => request_id === 'over-0')?.code, 'rate_limit_exceeded');
  assert.ok(over.some(({ request_id, calls }) => request_id === null && calls > 1));
  assert.deepEqual(await shown('request_id=unknown'), [], 'an unknown key belongs to no workspace');
  assert.deepEqual(await failures(stranger), []);
  const named = `workspace=${ada.workspace.id}`;
  assert.deepEqual(await codeOf(await get(`/api/console/failed_calls/list?${named}`, stranger)), [
    ...[403, 'insufficient_role'],
  ]);
  const ofOperator = await staffToken('operator');
  assert.equal((await failures(ofOperator, `${named}&status=404`)).length, 1);
  const { workspace_id } = await db
    .selectFrom('failed_calls')
    .select('workspace_id')
    .where('request_id', '=', 'tool')
    .executeTakeFirstOrThrow();
  assert.deepEqual(await shown(`workspace=${workspace_id}&request_id=tool`, ofOperator), [
    ['tool', 'callAgentTool', 422, 'validation_failed'],
  ]);
  const stored = JSON.stringify(await db.selectFrom('failed_calls').selectAll().execute());
  for (const secret of ['no-such-provider', 'limit=none', 'no_such_tool', paid.key])
    assert.ok(!stored.includes(secret), secret);
});

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

async function stored(mediaType: string, bytes: Buffer): Promise<string> {
  return storeDocument(desk, office.analyst, bytes, mediaType);
}

test('a document is sent so that it can do nothing, to staff only, and counts as opened', async () => {
  const token = await staffToken('reviewer');
  const image = await stored('image/png', PNG);
  const opened = () =>
    db
      .selectFrom('audit')
      .select(['action', 'via'])
      .where('subject', '=', `document/${image}`)
      .where('action', '=', 'document.opened')
      .execute();
  const path = `/console/documents/${image}`;
  assert.deepEqual(await codeOf(await get(path)), [401, 'not_signed_in']);
  const ada = await customer(office, 'FREE');
  assert.deepEqual(await codeOf(await get(path, await memberToken(ada, 'contract_admin'))), [
    ...[403, 'insufficient_role'],
  ]);
  const head = await fetch(`${api.url}${path}`, {
    ...{ method: 'HEAD', headers: { authorization: `Bearer ${token}` } },
  });
  assert.ok(head.status >= 400);
  assert.deepEqual(await opened(), []);
  for (let again = 0; again < 2; again += 1) {
    const response = await get(path, token);
    assert.equal(response.status, 200);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), PNG);
    const headersOf = (...names: string[]) => names.map((name) => response.headers.get(name));
    assert.deepEqual(headersOf('content-type', 'content-disposition', 'content-security-policy'), [
      'image/png',
      `inline; filename="${image.slice(0, 16)}.png"`,
      "sandbox; default-src 'none'",
    ]);
    assert.deepEqual(headersOf('x-content-type-options', 'cache-control', 'access-control-allow-origin'), [
      ...['nosniff', 'private, no-store', null],
    ]);
  }
  assert.deepEqual(
    (await opened()).map(({ via }) => via),
    ['token'],
  );
  const sent = async (mediaType: string) => {
    const sha256 = await stored(mediaType, Buffer.from(`<script>alert(1)</script> ${mediaType}`));
    const { headers } = await get(`/console/documents/${sha256}`, token);
    return [headers.get('content-type'), headers.get('content-disposition')!.split(';')[0]];
  };
  assert.deepEqual(await sent('text/plain'), ['text/plain; charset=utf-8', 'inline']);
  assert.deepEqual(await sent('application/pdf'), ['application/pdf', 'attachment']);
  for (const other of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript'])
    assert.deepEqual(await sent(other), ['application/octet-stream', 'attachment'], other);
  for (const unknown of ['0'.repeat(64), 'x', ''])
    assert.deepEqual(await codeOf(await get(`/console/documents/${unknown}`, token)), [404, 'not_found']);
});

test('a link of another site opens no document with the session of a person', async () => {
  const email = 'analyst@example.com';
  const { code, id } = await inviteStaffToSignIn(desk, operator, { person: office.analyst.name, email });
  const password = 'marmalade tractor violet';
  const { check } = await claimSignIn(desk, { code, password });
  await confirmSignIn(desk, reviewer, { invitation: id, check: check! });
  const signedIn = await fetch(`${api.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: api.url },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(signedIn.status, 200, await signedIn.clone().text());
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const path = `/console/documents/${await stored('text/plain', Buffer.from('A report.'))}`;
  const from = (site: string) => get(path, undefined, { cookie: cookie.join('; '), 'sec-fetch-site': site });
  for (const site of ['cross-site', 'same-site'])
    assert.deepEqual(await codeOf(await from(site)), [403, 'foreign_origin'], site);
  const openings = db
    .selectFrom('document_openings')
    .select('sha256')
    .where('staff_id', '=', office.analyst.id);
  const before = (await openings.execute()).length;
  assert.equal(await (await from('same-origin')).text(), 'A report.');
  assert.equal((await openings.execute()).length, before + 1);
});

test('lists are had as CSV, in full and by their filters', async () => {
  const ada = await customer(office, 'PROFESSIONAL');
  const [viewer, officer] = [await memberToken(ada, 'viewer'), await staffToken('chief_risk_officer')];
  const linesOf = async (response: Response) => {
    const text = await response.text();
    assert.equal(response.status, 200, text);
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.match(
      response.headers.get('content-disposition')!,
      /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    assert.ok(text.endsWith('\r\n'));
    return text.slice(0, -2).split('\r\n');
  };
  const seqs = async (query: string) =>
    (await linesOf(await get(`/console/audit.csv?${query}`, officer)))
      .slice(1)
      .map((line) => line.split(',')[0]);
  const rows = await db.selectFrom('audit').select('seq').orderBy('seq').execute();
  assert.ok(rows.length > 1000, 'the file has several pages');
  assert.deepEqual(
    await seqs(''),
    rows.map(({ seq }) => String(seq)),
  );
  const created = await db
    .selectFrom('audit')
    .select('seq')
    .where('action', '=', 'workspace.created')
    .orderBy('seq', 'desc')
    .execute();
  assert.deepEqual(
    await seqs('newest_first=true&action=workspace.created'),
    created.map(({ seq }) => String(seq)),
  );
  const own = await linesOf(await get('/console/workspace-audit.csv?action=terms.accepted', viewer));
  assert.equal(own.length, 2);
  assert.match(own[1]!, /^\d+,[^,]+,member,[^,]+,Ada,terms\.accepted,/);
  const issued = await issue(office, ada);
  const day = Date.parse('2026-04-01T00:00:00Z');
  await db
    .insertInto('key_usage')
    .values({ key_id: issued.id, hour: day, operation: 'getScore', accepted: 3, refused: 1, last_at: day })
    .execute();
  assert.deepEqual(await linesOf(await get('/console/usage.csv?since=1970-01-01T00:00:00Z', viewer)), [
    'day,key_id,key_name,key_prefix,tier,accepted,refused',
    `2026-04-01,${issued.id},${issued.name},${issued.prefix},PROFESSIONAL,3,1`,
  ]);
  assert.deepEqual(await codeOf(await get('/console/audit.csv', viewer)), [403, 'insufficient_role']);
  assert.deepEqual(await codeOf(await get('/console/usage.csv?limit=5', viewer)), [400, 'invalid_parameter']);
  assert.deepEqual(await codeOf(await get('/console/usage.csv?since=x', viewer)), [400, 'invalid_parameter']);
  assert.deepEqual(await codeOf(await get('/console/usage.csv')), [401, 'not_signed_in']);
});

test('a cursor that no page gave is refused with its place', async () => {
  const viewer = await memberToken(await customer(office, 'FREE'), 'viewer');
  const response = await get('/api/console/notices/list?cursor=x', viewer);
  const { code, errors } = (await response.json()) as { code: string; errors: { parameter: string }[] };
  assert.deepEqual([response.status, code, errors[0]!.parameter], [400, 'invalid_parameter', 'cursor']);
});
