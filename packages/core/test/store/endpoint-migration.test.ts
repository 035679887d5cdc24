// The migration that subscribes endpoints to webhook.endpoint_disabled changes records, and the record chain says so.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import { verifyAll } from '@rf-indicators/core/desk/log/verify-all';
import { up } from '@rf-indicators/core/store/migrations/0014-endpoint-secrets';
import { type Kysely, sql } from 'kysely';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../test/support/world.ts';
import { EXAMPLES, storyOf } from '../acts/story.ts';

const TYPE = 'webhook.endpoint_disabled';

onEitherStore(
  'endpoints of a store with a record chain are subscribed, and the store verifies',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { store, desk } = world;
    const { db } = store;
    const story = storyOf(world);
    for (const { name, by, before, input, after } of EXAMPLES) {
      desk.moveTo(desk.clock() + 1000);
      await before?.(story);
      const answer = await performAct(story.services, story.callers[by]!, name, input(story));
      await after?.(story, answer as never);
      if (name === 'webhooks.add') break;
    }
    const { id, event_types } = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'event_types'])
      .executeTakeFirstOrThrow();
    // As the version before left it: without the type, the table and the column.
    const older = (JSON.parse(event_types) as string[]).filter((type) => type !== TYPE);
    await store.transaction((writes) =>
      writes
        .updateTable('webhook_endpoints')
        .set({ event_types: JSON.stringify(older) })
        .where('id', '=', id)
        .execute(),
    );
    await sql`drop table endpoint_secrets`.execute(db);
    await sql`alter table events drop column workspace_id`.execute(db);
    await up(db as unknown as Kysely<unknown>);
    const migrated = await db.selectFrom('webhook_endpoints').select('event_types').executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(migrated.event_types), [...older, TYPE]);
    assert.deepEqual((await verifyAll(db)).findings, []);
  },
);
