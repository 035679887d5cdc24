// The news about frameworks. A framework is announced when it is activated, and published when it takes effect.

import type { MethodologyEventData } from '@rf-indicators/contract';
import { frameworkVersion, type MethodologyDocument } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { civilDate } from '../../context/times.ts';
import { writeEvent } from '../../events/write-event.ts';
import { readEventData } from '../../store/event-data.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { moveTopic } from '../../store/topics.ts';
import { differencesLink, type StoredDifferences, storedDifferences } from './differences.ts';
import { requireSigned } from './signed.ts';

export type FrameworkNews = Omit<MethodologyEventData, 'sequence' | 'checkpoint'>;

export interface Announced {
  digest: string;
  notes: string;
  urgent_reason: string | null;
}

export function frameworkNews(
  document: MethodologyDocument,
  { digest, notes, urgent_reason }: Announced,
  differences: StoredDifferences | null,
): FrameworkNews {
  return {
    version: document.methodology_version,
    framework_version: frameworkVersion(document),
    digest,
    effective_from: document.effective_from,
    notes,
    urgent_reason,
    differences: differencesLink(digest, differences),
  };
}

/** An activation is news at once: announced if it takes effect later or without notice, published if it is in effect. */
export async function writeActivationNews(
  context: Context,
  writes: Writes,
  news: FrameworkNews,
): Promise<void> {
  const isInEffect = news.effective_from <= civilDate(context.clock());
  if (!isInEffect || news.urgent_reason !== null) {
    await writeEvent(context, writes, 'methodology.announced', null, { ...news, cancelled_reason: null });
  }
  if (isInEffect) await writeEvent(context, writes, 'methodology.published', null, news);
}

/** Tells subscribers about frameworks that have taken effect since. Returns their digests. */
export async function publishDueFrameworks(context: Context): Promise<string[]> {
  if ((await dueFrameworks(context, context.store.db)).length === 0) return [];
  return context.store.transaction(async (writes) => {
    // Looked up again, because another process may have told them meanwhile.
    const due = await dueFrameworks(context, writes);
    for (const row of due) {
      const { methodology } = await requireSigned(writes, row.digest);
      const news = frameworkNews(methodology.document, row, storedDifferences(row));
      await writeEvent(context, writes, 'methodology.published', null, news);
    }
    if (due.length === 0) return [];
    await moveTopic(writes, 'published');
    await moveTopic(writes, 'events');
    return due.map(({ digest }) => digest);
  });
}

/** Frameworks in effect whose event was not written, oldest first. */
async function dueFrameworks(context: Context, db: Queries | Writes) {
  const rows = await db
    .selectFrom('methodology_activations as a')
    .innerJoin('methodologies as m', 'm.digest', 'a.digest')
    .leftJoin('methodology_cancellations as c', 'c.digest', 'a.digest')
    .select(['a.digest', 'a.notes', 'a.urgent_reason', 'a.differences', 'a.differences_digest'])
    .where('c.digest', 'is', null)
    .where('m.effective_from', '<=', civilDate(context.clock()))
    .orderBy('m.effective_from')
    .orderBy('a.activated_at')
    .execute();
  const published = await publishedDigests(db);
  return rows.filter(({ digest }) => !published.has(digest));
}

async function publishedDigests(db: Queries | Writes): Promise<Set<string>> {
  const events = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'methodology.published')
    .execute();
  return new Set(events.map(({ data }) => readEventData({ type: 'methodology.published', data }).digest));
}
