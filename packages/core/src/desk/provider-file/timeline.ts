// One timeline of a provider: inputs, evidence, flags, yields, publications, corrections, staleness, requests and notes.

import type { Context } from '../../context/context.ts';
import { ListOrder, type Page, type WantedPage } from '../../context/paging.ts';
import { requireProvider } from '../providers/providers.ts';
import type { TimelineEntry, TimelineKind, TimelineSource } from './timeline-entry.ts';
import { decided, evidence, proposed, retracted } from './timeline-inputs.ts';
import { drafts, notes, records, withdrawalRequests } from './timeline-people.ts';
import { publications, staleness, withdrawals } from './timeline-publications.ts';

/** Which kinds of entries each source can have. */
const SOURCES: readonly [read: TimelineSource, kinds: readonly TimelineKind[]][] = [
  [proposed, ['inputs', 'flags', 'yields']],
  [decided, ['inputs', 'flags', 'yields']],
  [retracted, ['corrections']],
  [evidence, ['evidence']],
  [publications, ['publications', 'corrections']],
  [withdrawals, ['publications']],
  [staleness, ['staleness']],
  [withdrawalRequests, ['requests']],
  [drafts, ['requests']],
  [notes, ['notes']],
  [records, ['record']],
];

const TIMELINE_ORDER = new ListOrder<TimelineEntry>(
  'timeline',
  [
    { by: 'at', type: 'integer', descending: true },
    { by: 'id', type: 'text', descending: true },
  ],
  ({ at, id }) => [at, id],
);

/** Newest first. What is known about one provider is short enough to be read as a whole. */
export async function providerTimeline(
  { store: { db } }: Context,
  idOrSlug: string,
  kind: TimelineKind | undefined,
  page: WantedPage,
): Promise<Page<TimelineEntry>> {
  const { id } = await requireProvider(db, idOrSlug);
  const entries: TimelineEntry[] = [];
  for (const [read, kinds] of SOURCES) {
    if (kind !== undefined && !kinds.includes(kind)) continue;
    for (const entry of await read(db, id))
      if (kind === undefined || entry.kind === kind) entries.push(entry);
  }
  return TIMELINE_ORDER.pageOfAll(entries, page);
}
