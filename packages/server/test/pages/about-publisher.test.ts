// "About this publisher" on every verification page: what the log says of the service itself, as any reader gets it.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { readServiceHistory } from '@rf-indicators/core/log/service-history';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { serveDays } from '../../../../test/support/service-days.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, publishedPlace } from '../../../../test/support/world.ts';
import { shortInstant } from '../../src/rendering/pages/page-words.ts';

onEitherStore(
  'a verification page says that the store returned to its founding, and that the service resumed',
  async (kind, t) => {
    const { location, world } = await publishedPlace(kind, t);
    const { desk, store, people, masterKey, publisher } = world;
    await store.transaction((writes) =>
      writes
        .updateTable('staff_tokens')
        .set({ revoked_at: desk.clock() })
        .where('staff_id', '<>', people.operator.id)
        .execute(),
    );
    const services = actServicesOf(desk, () => masterKey);
    const goBack = () =>
      performAct(services, { kind: 'staff', actor: people.operator }, 'founding.return', {
        reason: 'Everybody else has left.',
      });
    await goBack();
    await serveDays(desk, masterKey, 8, (by) => desk.moveTo(desk.clock() + by));
    await goBack();
    const returned = desk.clock();
    desk.moveTo(returned + 3 * DAY);
    await sealRecords(desk, publisher, { daily: true });
    const [first, second] = await readServiceHistory(store.db);
    const { verification_id: id } = await store.db
      .selectFrom('indicators')
      .select('verification_id')
      .limit(1)
      .executeTakeFirstOrThrow();

    const { dataDir, databaseUrl } = location;
    const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
    const { url } = await startInProcess(t, { demo: false, dataDir, env });
    const response = await fetch(`${url}/verify/${id}`);
    assert.equal(response.status, 200);
    const [, section] = /<h2 id="publisher">About this publisher<\/h2>([\s\S]*?)<\/section>/.exec(
      await response.text(),
    )!;
    const words = section!.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const sentence of [
      `${shortInstant(returned)} The store returned to its founding: from then on one person could enrol staff alone. Log entry ${first!.index}`,
      `${shortInstant(returned + 3 * DAY)} The service resumed. No checkpoint was signed since ${shortInstant(returned)}. Log entry ${second!.index}`,
    ])
      assert.ok(words.includes(sentence), `${sentence} is not in: ${words}`);
    const { entries } = (await (await fetch(`${url}/log-of-service.json`)).json()) as { entries: unknown[] };
    assert.deepEqual(entries.slice(0, 2), [first, second]);
  },
);
