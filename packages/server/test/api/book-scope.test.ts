// A policy about a book over HTTP: calls, bundles and what can be replayed of them, before and after the book changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptDecisions, PublicScores, SignedBundle, SignedDecisions } from '@rf-indicators/contract';
import { createBook, deleteBook } from '@rf-indicators/core/books/books';
import { requireSeenBook } from '@rf-indicators/core/books/policy-scope';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { civilDate, dayAfter } from '@rf-indicators/core/context/times';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy } from '@rf-indicators/core/policies/drafts';
import {
  checkFormatted,
  decide,
  isPolicy,
  type Policy,
  parseVerifierKey,
  replayDecisions,
} from '@rf-indicators/engine';
import { startApi } from '../../../../test/support/api.ts';
import { contentsOf, positionOf } from '../../../../test/support/books.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { policyDocument } from '../../../../test/support/policies.ts';
import { customer, issue, officeOf } from '../http/customers.ts';

const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const { desk, masterKey } = office;
const ada = await customer(office, 'PROFESSIONAL');
const { key } = await issue(office, ada);
const scores: PublicScores['data'] = (await api.get('/api/public/scores')).json.data;
const [one, two] = scores.map(({ id }) => id) as [string, string];
const pinned = await parseVerifierKey((await api.get('/api/public/keys')).json.data.at(-1).public_key);

const { id: book } = await createBook(desk, masterKey, ada, { name: 'Treasury', currency: 'EUR' });
const hold = (...providers: string[]) => {
  const positions = providers.map((provider, at) => positionOf(`p${at}`, '98765.4321', { provider }));
  return saveVersion(desk, masterKey, ada, { book, contents: contentsOf(positions) });
};
await hold(one);
const document = policyDocument({ below: '1.00', scope: { book } });
await savePolicy(desk, ada, { document }, requireSeenBook);
await askForActivation(desk, ada, { name: 'lender' }, requireSeenBook);

let nonces = 0;
async function call(exposure: 'new' | 'existing' = 'new'): Promise<SignedDecisions> {
  nonces += 1;
  const body = { policy: 'lender', providers: [one, two], nonce: `nonce-of-the-test-${nonces}`, exposure };
  const { status, json, text } = await api.call('POST', '/api/v1/evaluate', { key, body });
  assert.equal(status, 200, text);
  return json;
}

/** Which of the two are reviewed because they are not in the book. */
const outsideIn = ({ document: { providers } }: SignedDecisions) =>
  providers.flatMap(({ provider, held }) =>
    held.some(({ rule, counts_as }) => rule === 'rf:scope' && counts_as === 'REVIEW') ? provider : [],
  );

async function bundle(): Promise<SignedBundle> {
  const { status, json } = await api.get('/api/v1/policies/lender/bundle', key);
  assert.equal(status, 200);
  return json;
}
const bundled = ({ document: { providers } }: SignedBundle) =>
  providers.map(({ snapshot }) => snapshot.provider);

test('a call reviews what is outside the book, and a new version of the book counts at once', async () => {
  const before = await call();
  assert.deepEqual(outsideIn(before), [two]);
  assert.deepEqual(outsideIn(await call('existing')), [two]);
  assert.ok(
    before.document.providers.every(({ provider, decision }) => provider === one || decision !== 'ALLOW'),
  );
  const midnight = `${dayAfter(civilDate(Date.parse(before.document.issued_at)), 1)}T00:00:00Z`;
  assert.ok(Date.parse(before.document.valid_until) <= Date.parse(midnight));
  assert.deepEqual(bundled(await bundle()), [one]);
  await hold(two);
  assert.deepEqual(outsideIn(await call()), [one]);
  assert.deepEqual(bundled(await bundle()), [two]);
});

test('a bundle decides alike, and has no amount of the book in it', async () => {
  const given = await bundle();
  assert.equal(await checkFormatted(given.document, given.signature, [pinned]), 'valid');
  const { policy, providers, issued_at } = given.document;
  assert.ok(isPolicy(policy));
  assert.deepEqual(policy.scope, { book });
  const { document: called } = await call();
  const fromService = called.providers.find(({ provider }) => provider === two)!;
  const { decision, decided_by } = decide(policy as Policy, providers[0]!.snapshot as never, {
    ...{ at: issued_at, exposure: 'new' },
  });
  assert.deepEqual([decision, decided_by], [fromService.decision, fromService.decided_by]);
  assert.doesNotMatch(JSON.stringify(given), /98765|Treasury/);
});

test('what is kept can be made again offline, also when the book is gone, and shows no amount', async () => {
  const { decision_id } = (await call()).document;
  await deleteBook(desk, masterKey, ada, { book, name: 'Treasury' });
  const { json, text } = await api.get(`/api/v1/decisions/${decision_id}`, key);
  const kept = json as KeptDecisions;
  assert.equal(await checkFormatted(kept.document, kept.signature, [pinned]), 'valid');
  const { checks, fault } = await replayDecisions(kept as never);
  assert.equal(fault, null, JSON.stringify(checks));
  assert.doesNotMatch(text, /98765|Treasury/);
  const cut = kept.snapshots.map(({ in_books: _, ...snapshot }) => snapshot);
  assert.equal((await replayDecisions({ ...kept, snapshots: cut } as never)).fault, 'snapshot_missing');
  assert.deepEqual(outsideIn(await call()), [one, two], 'a book that was deleted has no providers');
  assert.deepEqual(bundled(await bundle()), []);
});
