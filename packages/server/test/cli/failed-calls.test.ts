import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { writeFailedCalls } from '@rf-indicators/core/accounts/failed-calls';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { firstOperator } from '../../../../test/support/staff.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { newMasterKey } from '../../../../test/support/world.ts';
import { openContext } from '../../src/cli/store-session.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { programOf, runCommand } from './run-command.ts';

const rf = await programOf('failed-calls');
const NOW = Date.parse('2026-04-01T09:00:00Z');

test('rf failed-calls lists failures, follows the pages of a long list, and finds a call by its id', async (t) => {
  const env = { RF_DATA_DIR: temporaryFolder(t), RF_MASTER_KEY: TEST_MASTER_KEY };
  const terminal = { env, now: () => new Date(NOW) } as unknown as Terminal;
  const desk = await openContext(terminal, { mayBeEmpty: true });
  const { actor: olga } = await firstOperator(desk);
  const masterKey = newMasterKey();
  const wanted = { name: 'Acorn', tier: 'ENTERPRISE' } as const;
  const { claim } = await createWorkspace(desk, olga, masterKey, wanted);
  const { member, token } = await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Ada' });
  await acceptTerms(desk, member, { kind: 'api', digest: currentTerms('api').digest, from: 'a test' });
  const { id: keyId } = await createKey(desk, member, { name: 'reports', tier: 'FREE' });
  const common = { workspaceId: member.workspace.id, keyId };
  const calls = Array.from({ length: 1100 }, (_, n) => ({
    ...{ ...common, at: NOW + n * 1000, calls: 1 },
    details: { requestId: `request-${n}`, operation: 'getScore', status: 404, code: 'provider_not_found' },
  }));
  const counted = { ...common, at: NOW - 60_000, details: null, calls: 12 };
  await desk.store.transaction((writes) => writeFailedCalls(desk, writes, [...calls, counted]));
  await desk.close();

  const run = async (...args: string[]) =>
    (await runCommand(rf, ['failed-calls', '--token', token, ...args], { env })).out;
  const all = JSON.parse((await run('--json', '--limit', '1101'))[0]!) as { request_id: string | null }[];
  assert.deepEqual(
    all.map(({ request_id }) => request_id),
    [...calls.map(({ details }) => details.requestId).reverse(), null],
  );
  assert.equal(JSON.parse((await run('--json', '--limit', '1050'))[0]!).length, 1050);
  const [header, found, ...rest] = await run('--request', 'request-7');
  assert.match(header!, /^AT +KEY +OPERATION +STATUS +PROBLEM +REQUEST ID$/);
  assert.match(found!, /^2026-04-01T09:00:07Z +reports +getScore +404 +provider_not_found +request-7$/);
  assert.deepEqual(rest, []);
  const [, older] = await run('--until', '2026-04-01T08:59:30Z');
  assert.match(older!, /^2026-04-01T08:59:00Z +reports +- +- +12 more in this minute +-$/);
  assert.deepEqual((await run('--status', '500')).slice(1), []);
  await assert.rejects(run('--status', '200'), /"200" is below 400, the lowest value/);
  await assert.rejects(run('--limit', '0'), /"0" is below 1, the lowest value/);
});
