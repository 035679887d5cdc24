import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addMember, authenticateMember } from '@rf-indicators/core/accounts/members';
import { acceptTerms, hasAccepted, listAcceptances } from '@rf-indicators/core/accounts/terms';
import { currentTerms, TERMS_KINDS } from '@rf-indicators/core/accounts/terms-texts';
import { START } from '../../../../test/support/desk-fixture.ts';
import { repository } from '../../../../test/support/repository.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { accept, actions, atOnce, claimed, customers } from '../../../../test/support/workspace-fixture.ts';

/** A text that somebody may have accepted never changes: a new one is a new file with a line of its own here. */
const DIGESTS = {
  'api-1.0.md': 'd5cd78b0eebed32041655707750d48a294e42bbb8a3b24c293ccf7dff1c28709',
  'agent-1.0.md': 'ffc6f2ce5e35c371d36c27ee9a554fb683fd12dcc921aa2fdedaf8b16f7289e7',
};

test('the texts are what they were, and their digests are of their bytes', () => {
  for (const [name, digest] of Object.entries(DIGESTS)) {
    const bytes = readFileSync(path.join(repository, 'packages/core/terms', name));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), digest, name);
  }
  for (const kind of TERMS_KINDS) {
    const { version, digest, text } = currentTerms(kind);
    assert.equal(DIGESTS[`${kind}-${version}.md` as keyof typeof DIGESTS], digest);
    assert.match(text, new RegExp(`^# .* terms, version ${version}\n`));
  }
});

onEitherStore('a contract_admin accepts what they read, once, and it is on record', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { db } = desk.store;
  const { member: ada } = await claimed(given);
  const { workspace } = ada;
  const { digest } = currentTerms('api');
  for (const other of ['', digest.slice(0, 12), currentTerms('agent').digest, digest.toUpperCase()]) {
    await assert.rejects(acceptTerms(desk, ada, { kind: 'api', digest: other, from: 'a test' }), {
      code: 'conflict',
      message: /not the digest of the current api terms, version 1\.0/,
    });
  }
  assert.equal(await hasAccepted(db, workspace.id, 'api'), false);
  desk.now += 1;
  const { won } = await atOnce(accept(given, ada, 'api'), accept(given, ada, 'api'));
  assert.deepEqual(won.sort(), [false, true], 'the second is told that there is nothing to do');
  assert.equal(await hasAccepted(db, workspace.id, 'api'), true);
  assert.equal(await hasAccepted(db, workspace.id, 'agent'), false);
  const listed = await listAcceptances(db, workspace.id);
  assert.deepEqual(listed, [
    {
      id: listed[0]!.id,
      kind: 'api',
      version: '1.0',
      digest,
      accepted_by: ada.id,
      accepted_by_name: 'Ada',
      accepted_at: START + 1,
      accepted_from: 'a test',
      typed_name: null,
      current: true,
    },
  ]);
  assert.deepEqual((await actions(given)).slice(2), ['terms.accepted']);
});

onEitherStore('whoever types a name to accept must type their own, and it is on record', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada } = await claimed(given);
  const { digest } = currentTerms('api');
  const typed = (typed_name: string) =>
    acceptTerms(desk, ada, { kind: 'api', digest, from: 'a test', typed_name });
  for (const other of ['', 'Bea', 'Ada B', 'A da']) {
    await assert.rejects(typed(other), { code: 'validation_failed', message: /type your own name/ });
  }
  assert.equal(await typed(' ada '), true);
  const [listed] = await listAcceptances(desk.store.db, ada.workspace.id);
  assert.equal(listed!.typed_name, 'ada');
  const { after } = await desk.store.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'terms.accepted')
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(after!).typed_name, 'ada');
});

onEitherStore('only a contract_admin can accept the terms', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member: ada } = await claimed(given);
  for (const role of ['developer', 'viewer'] as const) {
    const { token } = await addMember(desk, ada, { name: role, role });
    const other = await authenticateMember(desk, token);
    await assert.rejects(accept(given, other, 'api'), { code: 'insufficient_role' });
    const pretends = { ...other, role: 'contract_admin' as const };
    await assert.rejects(accept(given, pretends, 'api'), { code: 'insufficient_role' });
  }
  await assert.rejects(accept(given, { ...ada, id: given.operator.id }, 'api'), { code: 'invalid_token' });
  assert.equal(await hasAccepted(desk.store.db, ada.workspace.id, 'api'), false);
});

onEitherStore(
  'only the current text counts, and what one workspace accepts is its own affair',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { db } = given.desk.store;
    const { member: ada } = await claimed(given);
    const { member: other } = await claimed(given, { name: 'Birch' });
    await accept(given, other, 'api');
    const older = { id: 'older', workspace_id: ada.workspace.id, kind: 'api', version: '0.9' } as const;
    await db
      .insertInto('terms_acceptances')
      .values({
        ...older,
        digest: 'd',
        accepted_by: ada.id,
        accepted_at: START,
        accepted_from: 'a test',
        typed_name: null,
      })
      .execute();
    assert.equal(await hasAccepted(db, ada.workspace.id, 'api'), false);
    const [listed] = await listAcceptances(db, ada.workspace.id);
    assert.deepEqual([listed!.version, listed!.current], ['0.9', false]);
    assert.equal(await accept(given, ada, 'api'), true);
  },
);
