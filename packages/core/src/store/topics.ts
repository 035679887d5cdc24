// Topics: a version counter for each kind of data, so that a process reloads only what has changed.

import type { TopicVersions } from './change-bus.ts';
import type { Topic } from './schema.ts';
import type { Queries, Writes } from './store.ts';

/**
 * Returns the new version. Writers of a topic wait here until the previous one has committed, so versions become
 * visible in order: a reader that sees a version also sees everything that was written at it and before.
 */
export async function moveTopic(writes: Writes, topic: Topic): Promise<number> {
  const { version } = await writes
    .updateTable('topics')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('topic', '=', topic)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function readTopics(db: Queries): Promise<TopicVersions> {
  const rows = await db.selectFrom('topics').select(['topic', 'version']).execute();
  return Object.fromEntries(rows.map(({ topic, version }) => [topic, version])) as TopicVersions;
}
