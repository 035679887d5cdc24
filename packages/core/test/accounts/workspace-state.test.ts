// What members see of their workspace: terms, signing secret and quotas.

import assert from 'node:assert/strict';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { ownWindowId, sharedWindowId } from '@rf-indicators/core/accounts/limit-windows';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { showWorkspace } from '@rf-indicators/core/accounts/workspace-state';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { claimed, customers, HOUR } from '../../../../test/support/workspace-fixture.ts';

onEitherStore('terms are open until accepted, and quotas count the last hour only', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk } = given;
  const { member } = await claimed(given);
  const { workspace } = member;
  const show = () => showWorkspace(desk, workspace);

  const before = await show();
  assert.deepEqual(
    before.terms.map(({ kind: of, accepted_at }) => [of, accepted_at]),
    [
      ['api', null],
      ['agent', null],
    ],
  );
  assert.deepEqual(before.signing_secret, { waits_for_admin: false, overlap_ends_at: null });
  assert.deepEqual([before.quotas, before.own_limits], [[], []], 'without keys there is nothing to use');
  assert.ok(!('suspended_reason' in before));

  await acceptTerms(desk, member, { kind: 'api', digest: currentTerms('api').digest, from: '192.0.2.1' });
  const newKey = { tier: 'PROFESSIONAL', agent_scope: false, hourly_limit: null, expires_at: null } as const;
  await createKey(desk, member, { ...newKey, name: 'shared' });
  const { id } = await createKey(desk, member, { ...newKey, name: 'limited', hourly_limit: 2 });
  const now = desk.now;
  const windows = [sharedWindowId(workspace.id, 'PROFESSIONAL'), ownWindowId(id)];
  const saved = windows.flatMap((window_id) => [
    { node: 'one', window_id, second: now - HOUR, times: '00' },
    { node: 'one', window_id, second: now - HOUR + 5000, times: '00' },
    { node: 'two', window_id, second: now - 1000, times: '0001' },
  ]);
  await desk.store.transaction((writes) => writes.insertInto('limit_spans').values(saved).execute());

  const after = await show();
  assert.equal(after.terms[0]!.accepted_by_name, member.name);
  assert.deepEqual(after.quotas, [{ tier: 'PROFESSIONAL', keys: 2, limit: 1000, used: 3, next_at: null }]);
  assert.deepEqual(after.own_limits, [{ key_id: id, limit: 2, used: 3, next_at: now + 5000 }]);
});
