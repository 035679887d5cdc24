// Erasing the name of a person who was removed from a workspace, and from where they accepted terms.

import assert from 'node:assert/strict';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember, authenticateMember, removeMember } from '@rf-indicators/core/accounts/members';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { performAct } from '@rf-indicators/core/acts/perform';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import {
  backupText,
  type ErasureStory,
  erasureStory,
  saltsOf,
  sealedLeaves,
  tablesWith,
} from '../../../../test/support/erasure.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';

const NAME = 'Ada Quarles';
const ADDRESS = '192.0.2.77';

/** Ada claimed the workspace and accepted the terms, and Bea removed her. */
async function removed({ world: { desk, people, masterKey } }: ErasureStory) {
  const { claim } = await createWorkspace(desk, people.operator, masterKey, { name: 'Acorn', tier: 'FREE' });
  const { member: ada } = await claimWorkspace(desk, masterKey, { code: claim.code, name: NAME });
  await acceptTerms(desk, ada, {
    kind: 'api',
    digest: currentTerms('api').digest,
    from: ADDRESS,
    typed_name: NAME,
  });
  const { token } = await addMember(desk, ada, { name: 'Bea', role: 'contract_admin' });
  const bea = await authenticateMember(desk, token);
  return { ada, bea, remove: () => removeMember(desk, bea, NAME) };
}

onEitherStore(
  'no record, list or backup has the name or the address of an erased member',
  async (kind, t) => {
    const story = await erasureStory(kind, t);
    const { services, callers, world } = story;
    const { ada, bea, remove } = await removed(story);
    await remove();
    assert.deepEqual(await tablesWith(story, NAME), ['members', 'terms_acceptances', 'audit']);
    assert.deepEqual(await tablesWith(story, ADDRESS), ['terms_acceptances', 'audit']);
    const leaves = await sealedLeaves(story);
    const input = { workspace: 'Acorn', person: NAME };
    const { erased_as } = await performAct(services, callers.operator!, 'members.erase', input);

    const backup = await backupText(story);
    for (const text of [NAME, ADDRESS]) {
      assert.deepEqual(await tablesWith(story, text), []);
      assert.ok(!backup.includes(text), text);
    }
    const bySubject = async (subject: string) =>
      (await performAct(services, callers.officer!, 'audit.list', { subject })).data.map(
        ({ action, actor_name }) => [action, actor_name],
      );
    assert.deepEqual(await bySubject(`members/${ada.id}`), [
      ['member.removed', 'Bea'],
      ['member.erased', world.people.operator.name],
    ]);
    assert.ok(
      (await bySubject(`workspaces/${ada.workspace.id}`)).some(
        ([action, name]) => action === 'terms.accepted' && name === erased_as,
      ),
      'that she accepted the terms stays on record',
    );
    const caller = { kind: 'member', member: bea, from: 'a test' } as const;
    const { data } = await performAct(services, caller, 'terms.list', {});
    assert.deepEqual(
      data.map(({ accepted_by, accepted_by_name, accepted_from }) => [
        accepted_by,
        accepted_by_name,
        accepted_from,
      ]),
      [[ada.id, erased_as, 'erased']],
    );
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
    assert.deepEqual((await sealedLeaves(story)).slice(0, leaves.length), leaves);
    assert.deepEqual((await verifyAll(world.store.db)).findings, [], 'with the records sealed');
    assert.deepEqual(await saltsOf(story, 'members', ada.id), [false, false, true]);
  },
);

onEitherStore('a member who was not removed cannot be erased, and only operators erase', async (kind, t) => {
  const story = await erasureStory(kind, t);
  const { services, callers } = story;
  const { bea, remove } = await removed(story);
  const input = { workspace: 'Acorn', person: NAME };
  await assert.rejects(performAct(services, callers.operator!, 'members.erase', input), {
    code: 'conflict',
    message: /must remove them first: rf members remove "Ada Quarles"/,
  });
  await remove();
  const member = { kind: 'member', member: bea, from: 'a test' } as const;
  for (const caller of [callers.analyst!, callers.reviewer!, callers.officer!, member]) {
    await assert.rejects(performAct(services, caller, 'members.erase', input), (error) =>
      ['insufficient_role', 'invalid_token'].includes((error as { code: string }).code),
    );
  }
  assert.deepEqual(await tablesWith(story, NAME), ['members', 'terms_acceptances', 'audit']);
  await performAct(services, callers.operator!, 'members.erase', input);
  await assert.rejects(performAct(services, callers.operator!, 'members.erase', input), {
    code: 'not_found',
  });
});
