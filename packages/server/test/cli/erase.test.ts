// rf staff erase, members erase and requests erase.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { openStore } from '@rf-indicators/core/store/open';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { initCommand } from '../../src/cli/service/init.ts';
import { UsageError } from '../../src/cli/terminal.ts';
import { programOf, runCommand } from './run-command.ts';

const NOW = Date.parse('2026-04-01T09:00:00Z');
const all = await programOf('staff', 'workspaces', 'members', 'requests', 'audit');

type Rf = (...args: string[]) => Promise<string>;

function shell(folder: string, token = ''): Rf {
  return async (...args) => {
    const env = { RF_DATA_DIR: folder, RF_TOKEN: token };
    return (await runCommand(all, args, { env, now: NOW })).out.join('\n');
  };
}

/** A store that is being founded, where one operator acts alone. */
async function found(t: TestContext): Promise<{ folder: string; olga: Rf }> {
  const folder = temporaryFolder(t);
  const { out } = await runCommand(initCommand, ['--json'], { env: { RF_DATA_DIR: folder }, now: NOW });
  return { folder, olga: shell(folder, JSON.parse(out.join('\n')).operator.token) };
}

test('rf staff erase says what it erases, asks for --yes, and says what stays', async (t) => {
  const { olga } = await found(t);
  await olga('staff', 'invite', 'Mina Quarles', '--roles', 'analyst');
  await olga('staff', 'retire', 'Mina Quarles');
  await assert.rejects(
    olga('staff', 'erase', 'Mina Quarles'),
    (error) =>
      error instanceof UsageError &&
      /^This erases the name of Mina Quarles .* cannot be undone\. To confirm it, add --yes\.$/.test(
        error.message,
      ),
  );
  assert.match(await olga('staff', 'list', '--all'), /^Mina Quarles /m, 'nothing is erased yet');
  const told = await olga('staff', 'erase', 'Mina Quarles', '--yes');
  assert.match(told, /^The name is erased\. Lists and records now show "erased person [0-9a-f]{12}"\.$/m);
  assert.match(told, /^What stays: .*backups that were made before\.$/m);
  assert.match(await olga('staff', 'list', '--all'), /^erased person [0-9a-f]{12} .* retired /m);
  assert.doesNotMatch(await olga('audit', '--json'), /Quarles/);
});

test('rf members erase is for the operator, once the workspace has removed the person', async (t) => {
  const { folder, olga } = await found(t);
  const created = await olga('workspaces', 'create', 'Acorn', '--tier', 'PROFESSIONAL');
  const code = /rf_claim_\w+/.exec(created)![0];
  const claimed = await shell(folder)('workspaces', 'claim', '--code', code, '--name', 'Ada');
  const ada = shell(folder, /rf_member_\w+/.exec(claimed)![0]);
  await ada('members', 'add', 'Mina Quarles', '--role', 'viewer');
  const erase = ['members', 'erase', 'Mina Quarles', '--workspace', 'Acorn'];
  await assert.rejects(olga(...erase, '--yes'), /must remove them first: rf members remove "Mina Quarles"/);
  await ada('members', 'remove', 'Mina Quarles');
  await assert.rejects(olga(...erase), /add --yes/);
  await assert.rejects(ada(...erase, '--yes'), { code: 'invalid_token' });
  assert.match(await olga(...erase, '--yes'), /^The name is erased\..*\nWhat stays: /);
  assert.match(await ada('members', 'list', '--all'), /^erased person [0-9a-f]{12} /m);
  assert.doesNotMatch(await olga('audit', '--json'), /Quarles/);
});

test('rf requests erase leaves the request and, unless asked, its notes', async (t) => {
  const { folder, olga } = await found(t);
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  const context = { store, clock: () => NOW, newId: () => uuidV7(NOW) };
  const sent = { provider_name: 'Zed', contact_email: 'mina@example.org', message: 'Please.' };
  const { request_id: id } = await receiveScoreRequest(context, sent);
  await store.close();
  await olga('requests', 'decline', id, '--note', 'Mina was told.');
  await assert.rejects(olga('requests', 'erase', id), /add --yes/);
  const told = await olga('requests', 'erase', id, '--yes');
  assert.match(told, /^Erased: contact email, message\nWhat stays: .* the notes on the request, and backups/);
  const listed = await olga('requests', 'list');
  assert.match(listed, /provider: Zed\n.*note: .*: Mina was told\.$/s);
  assert.doesNotMatch(listed, /mina@example\.org|Please/);
  assert.match(await olga('requests', 'erase', id, '--notes', '--yes'), /^Erased: notes\n/);
  assert.match(await olga('requests', 'list'), /note: .*: erased$/);
});
