// Topics: a version counter for each kind of data, so that a process reloads only what has changed.

import type { TopicVersions } from './change-bus.ts';
import { onceEachTransaction } from './once-each.ts';
import type { Topic } from './schema.ts';
import type { Queries, Writes } from './store.ts';

/**
 * Returns the new version. Writers of a topic wait here until the previous one has committed, so versions become
 * visible in order: a reader that sees a version also sees everything that was written at it and before.
 */
export const moveTopic = onceEachTransaction(async (writes: Writes, topic: Topic): Promise<number> => {
  const { version } = await writes
    .insertInto('topics')
    .values({ topic, version: 1 })
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet(({ eb }) => ({ version: eb('topics.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
});

/** Topics that have never moved may have no row. */
const UNMOVED: TopicVersions = {
  ...{ published: 0, access: 0, events: 0, desk: 0 },
  ...{ status: 0, log: 0, datasets: 0 },
};

export async function readTopics(db: Queries): Promise<TopicVersions> {
  const rows = await db.selectFrom('topics').select(['topic', 'version']).execute();
  const moved = rows.map(({ topic, version }) => [topic, version] as const);
  return { ...UNMOVED, ...Object.fromEntries(moved) };
}
