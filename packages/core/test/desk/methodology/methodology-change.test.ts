import assert from 'node:assert/strict';
import { publishDueFrameworks } from '@rf-indicators/core/desk/methodology/announcements';
import { importMethodology, recordSignOff } from '@rf-indicators/core/desk/methodology/registry';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { parseSignerKey, signerKeyFromSeed, signMethodology } from '@rf-indicators/engine';
import { shippedFramework } from '../../../../../test/support/demo-parts.ts';
import { activate } from '../../../../../test/support/staff.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import {
  changelog,
  DAY,
  FIRST_DAY,
  publishedWorld,
  publishNow,
  renewGates,
  type World,
} from '../../../../../test/support/world.ts';

/** Version 1.1: the weights of two modules are shifted by one percent, from the day after. */
async function adoptNextVersion({ desk, people }: World): Promise<void> {
  const { document } = shippedFramework();
  document.methodology_version = '1.1';
  document.effective_from = '2026-04-03';
  document.modules[0]!.weight = 21;
  document.modules[1]!.weight = 16;
  const key = await signerKeyFromSeed('rf-demo-chief-risk-officer', new Uint8Array(32).fill(2));
  const signer = await parseSignerKey(key.signer);
  const digest = await importMethodology(desk, people.operator, document);
  await recordSignOff(
    desk,
    people.officer,
    await signMethodology(document, signer, people.officer.name, '2026-04-02T06:00:00Z'),
  );
  await activate(desk, people.operator, digest, 'Weights of two modules.', people.reviewer, 'A test.');
}

onEitherStore(
  'a new framework is used from the next run after its effective date, and is the cause in the news',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    world.desk.moveTo(FIRST_DAY + DAY);
    await adoptNextVersion(world);
    const ids = [world.idOf('FX-05'), world.idOf('FX-10')];
    const { published, verified } = await publishNow(world, { providerIds: ids });
    assert.deepEqual([published, verified], [0, 2], 'not before it takes effect');
    await renewGates(world);
    world.desk.moveTo(FIRST_DAY + 2 * DAY);
    assert.equal((await publishNow(world, { providerIds: ids })).published, 2);
    const news = (await changelog(world)).slice(12);
    assert.deepEqual(
      news.map(({ kind: what, framework_version }) => [what, framework_version]),
      Array(2).fill(['methodology_change', 'RF Framework v1.1']),
    );
    assert.ok(news.every(({ reason }) => reason.startsWith('Methodology RF Framework v1.1')));
    assert.equal((await publishDueFrameworks(world.desk)).length, 2);
    const events = await world.store.db.selectFrom('events').select('type').execute();
    assert.equal(events.filter(({ type }) => type === 'methodology.published').length, 2);
    assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  },
);
