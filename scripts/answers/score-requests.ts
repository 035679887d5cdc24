// POST /api/public/score-request. Each request comes from a named address, because limits count by address.

import type { Client } from './client.ts';

const TARGET = '/api/public/score-request';
const OPERATION = 'requestScore';
const WHOLE = {
  provider_name: 'Asked For',
  provider_url: 'https://asked-for.example/',
  planner_type: 'btc',
  contact_email: 'someone@asked-for.example',
  message: 'Please.',
};

const INVALID: readonly unknown[] = [
  {},
  { provider_name: '' },
  { provider_name: '   ' },
  { provider_name: 'x'.repeat(121) },
  { provider_name: 1 },
  { ...WHOLE, provider_url: 'http://asked-for.example/' },
  { ...WHOLE, provider_url: 'https://a:b@asked-for.example/' },
  { ...WHOLE, planner_type: 'gold' },
  { ...WHOLE, contact_email: 'nobody' },
  { ...WHOLE, message: 'x'.repeat(2001) },
  { ...WHOLE, other: true },
  [],
  null,
  'text',
];

export async function askForScores(client: Client): Promise<void> {
  const post = (body: string, headers: Record<string, string> = {}, from?: string) =>
    client.ask({
      operation: OPERATION,
      method: 'POST',
      target: TARGET,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      keepsRemaining: true,
      ...(from === undefined ? {} : { from, note: `from ${from}` }),
    });
  await post(JSON.stringify(WHOLE));
  await post(JSON.stringify({ provider_name: 'Only Named' }));
  for (const body of INVALID) await post(JSON.stringify(body));
  for (const body of [
    '',
    '{',
    '{"provider_name":"a","provider_name":"b"}',
    `{"message":"${'x'.repeat(20_000)}"}`,
  ]) {
    await post(body);
  }
  for (const type of [
    'text/plain',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
  ]) {
    await post(JSON.stringify(WHOLE), { 'content-type': type });
  }
  await askIdempotently(post);
}

type Post = (body: string, headers?: Record<string, string>, from?: string) => Promise<unknown>;

/** The same again, another body under the same name, the name used from elsewhere, and names that are refused. */
async function askIdempotently(post: Post): Promise<void> {
  const named = { 'idempotency-key': 'answers-1' };
  const body = JSON.stringify(WHOLE);
  await post(body, named, '203.0.113.1');
  await post(body, named, '203.0.113.1');
  await post(JSON.stringify({ provider_name: 'Another' }), named, '203.0.113.1');
  await post(body, named, '203.0.113.2');
  for (const name of ['', 'two words', 'x'.repeat(256)]) {
    await post(body, { 'idempotency-key': name }, '203.0.113.3');
  }
}
