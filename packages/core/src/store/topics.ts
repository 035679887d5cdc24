// Topics: each counts the changes of one kind, so that a process learns what moved and reads only that again.

import type { TopicVersions } from './change-bus.ts';
import type { Topic } from './schema.ts';
import type { Queries, Writes } from './store.ts';

/**
 * Gives the new version. Writers of a topic wait for each other here until they commit, so versions are visible in
 * their order: whoever has seen one has seen everything written under it and before.
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
