// Writes a prepared publication in one transaction.

import { frameworkVersion } from '@rf-indicators/engine';
import { type Actor, actingStaff, SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { nextSequence } from '../../context/sequence.ts';
import { eventRow } from '../../events/score-events.ts';
import { LogMovedError, writeAppend } from '../../log/store.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { itemName } from '../committee/matter-items.ts';
import { publishDisclosures } from '../disclosures/publish.ts';
import { requireNotCancelled } from '../methodology/cancellation.ts';
import { recordFirstNames } from '../providers/public-names.ts';
import { slugsOf } from '../providers/slugs.ts';
import { publishRationales } from '../rationales/publish.ts';
import { requireRationales } from '../rationales/require-rationales.ts';
import { endAwaited } from '../reviews/reviews.ts';
import { requireSeen } from '../runs/draft-state.ts';
import { needsCommittee } from '../runs/policy.ts';
import { refreshServed } from '../served/refresh.ts';
import { writeSnapshots } from '../snapshots/prepare.ts';
import { lackingOf } from './item-needs.ts';
import { movedBy } from './logged-bases.ts';
import { changelogKind, changelogRow, renewalEventRow } from './news.ts';
import { ITEMS_AT_ONCE, type Prepared } from './prepare.ts';
import { retractWrongInput } from './retract.ts';
import { endStaleness } from './stale-news.ts';
import { setConfirmed, setCurrent, setUnscorable } from './states.ts';

export async function writePublication(
  context: Context,
  writes: Writes,
  actor: Actor,
  prepared: Prepared,
): Promise<void> {
  const { run, publicationId, publishedAt, news, confirmed, append, held, confirmation } = prepared;
  await requireUnchanged(writes, actor, prepared);
  if (run.kind === 'correction') {
    const restates = new Set(news.map(({ indicator }) => indicator.corrects!));
    await retractWrongInput(context, writes, actor, run, restates);
  }
  await writes
    .insertInto('publications')
    .values({
      id: publicationId,
      run_id: run.id,
      published_at: publishedAt,
      published_by: actor.id,
      approved_by: prepared.approvedBy,
      tree_size: append?.treeSize ?? 0,
    })
    .execute();
  if (append) await writeAppend(writes, append, publishedAt);
  await insertAll(
    writes,
    'indicators',
    news.map(({ indicator }) => indicator),
  );
  await recordFirstNames(
    writes,
    news.map(({ indicator }) => indicator.provider_id),
    { at: publishedAt, by: actor.id },
  );
  await writeSnapshots(writes, prepared.snapshots);
  if (confirmation) await writes.insertInto('confirmations').values(confirmation).execute();
  await endStaleness(context, writes, prepared);
  await writeNews(context, writes, prepared);
  await setCurrent(writes, prepared);
  await setConfirmed(writes, prepared);
  await setUnscorable(writes, prepared);
  await publishBeside(context, writes, actor, prepared);
  const done = [
    ...news.map(({ indicator }) => indicator.provider_id),
    ...confirmed.map(({ provider_id }) => provider_id),
  ];
  await refreshServed(writes, done);
  await markItems(writes, run.id, done, publicationId);
  if (held.length === 0)
    await writes.updateTable('runs').set({ status: 'published' }).where('id', '=', run.id).execute();
  await recordAct(context, writes, actor, 'run.publish', run.id, null, {
    publication_id: publicationId,
    published: news.length,
    verified: confirmed.length,
    held: held.length,
    approved_by: prepared.approvedBy,
  });
}

/** Another process may have published since this was prepared; then this publication is refused or prepared again. */
async function requireUnchanged(writes: Writes, actor: Actor, prepared: Prepared): Promise<void> {
  const { run, news, confirmed, signerId } = prepared;
  const now = await writes
    .selectFrom('runs')
    .select('status')
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow();
  if (now.status !== 'draft')
    throw new Refusal('conflict', `Run ${run.id} is no longer a draft: it is ${now.status}.`);
  await requireSeen(writes, run, prepared.seen);
  if (actor !== SERVICE) await actingStaff(writes, actor, 'runs.publish');
  await requireStillDecided(writes, prepared);
  const key = await writes
    .selectFrom('signing_keys')
    .select('valid_until')
    .where('key_id', '=', signerId)
    .executeTakeFirstOrThrow();
  if (key.valid_until !== null)
    throw new LogMovedError('the signing key was rotated after the publication was prepared');
  await requireNotCancelled(writes, run.methodology_digest);
  await requireRationales(
    writes,
    run.id,
    news.map(({ indicator }) => ({ action: 'publish', ...indicator })),
  );
  if (run.kind !== 'correction') await requireSameFacts(writes, prepared);
  const expected = new Map<string, string | null>();
  for (const { indicator } of news) {
    if (indicator.corrects === null || indicator.supersedes !== null)
      expected.set(indicator.provider_id, indicator.supersedes);
  }
  for (const item of confirmed) expected.set(item.provider_id, item.base_verification_id);
  const ids = [...expected.keys()];
  const moved: string[] = [];
  for (let at = 0; at < ids.length; at += ITEMS_AT_ONCE) {
    const batch = ids.slice(at, at + ITEMS_AT_ONCE);
    const rows = await writes
      .selectFrom('provider_states')
      .select(['provider_id', 'verification_id'])
      .where('provider_id', 'in', batch)
      .execute();
    const current = new Map(rows.map(({ provider_id, verification_id }) => [provider_id, verification_id]));
    moved.push(...batch.filter((id) => (current.get(id) ?? null) !== expected.get(id)));
  }
  if (moved.length > 0) throw await movedBy(writes, run, moved);
}

/** Somebody who voted may have lost the role since, or an input may have been approved. */
async function requireStillDecided(writes: Writes, { run, publishing }: Prepared): Promise<void> {
  const lacking = await lackingOf(writes, run, publishing);
  const isLacking =
    run.kind === 'correction' ? lacking.size > 0 : publishing.some((item) => lacking.has(itemName(item)));
  if (!isLacking) return;
  throw new Refusal('conflict', `What the committee decided of run ${run.id} has changed. Publish it again.`);
}

/** Refuses if a provider was retired or withdrawn, or an input retracted, after the run was computed. */
async function requireSameFacts(writes: Writes, { run, news }: Prepared): Promise<void> {
  const gone = await writes
    .selectFrom('providers')
    .select('id as provider_id')
    .where('retired_at', '>=', run.created_at)
    .execute();
  const corrected = await writes
    .selectFrom('retractions')
    .innerJoin('proposals', 'proposals.id', 'retractions.proposal_id')
    .select('proposals.provider_id')
    .where('retracted_at', '>', run.known_at)
    .execute();
  const withdrawn = await writes
    .selectFrom('withdrawals')
    .select('provider_id')
    .where('withdrawn_at', '>=', run.created_at)
    .execute();
  const changed = new Set([...gone, ...corrected, ...withdrawn].map(({ provider_id }) => provider_id));
  // A retracted reference rate concerns every provider.
  const affected = news
    .map(({ indicator }) => indicator.provider_id)
    .filter((id) => changed.has(id) || changed.has(null));
  if (affected.length === 0) return;
  throw new Refusal(
    'conflict',
    'A provider was retired or withdrawn, or an input corrected, after this run was computed. Compute a new run. ' +
      `Providers: ` +
      `${await slugsOf(writes, affected)}.`,
  );
}

/** Disclosures of what became current, and the end of reviews that waited for this decision. */
async function publishBeside(
  context: Context,
  writes: Writes,
  actor: Actor,
  { news, publishedAt }: Prepared,
): Promise<void> {
  const current = news
    .map(({ indicator }) => indicator)
    .filter(({ corrects, supersedes }) => corrects === null || supersedes !== null);
  const disclosed = current.map(({ provider_id, verification_id, statement }) => ({
    ...{ provider_id, verification_id },
    framework_version: (JSON.parse(statement) as { framework_version: string }).framework_version,
  }));
  await publishDisclosures(writes, disclosed, publishedAt);
  const decided = current.filter(needsCommittee).map(({ provider_id }) => provider_id);
  await endAwaited(context, writes, actor, decided);
}

async function writeNews(
  context: Context,
  writes: Writes,
  { run, news, methodology, publishedAt }: Prepared,
): Promise<void> {
  let changelogSeq = await nextSequence(writes, 'changelog');
  let eventSeq = await nextSequence(writes, 'events');
  const entries: Database['changelog'][] = [];
  const events: Database['events'][] = [];
  for (const item of news) {
    const kind = changelogKind(item);
    if (kind !== null) {
      const entry = changelogRow(item, kind, methodology, changelogSeq, context.newId());
      entries.push(entry);
      events.push(eventRow(entry, eventSeq, context.newId()));
      changelogSeq += 1;
      eventSeq += 1;
    } else if (item.indicator.kind === 'renewal') {
      const version = frameworkVersion(methodology.document);
      events.push(renewalEventRow(item, version, eventSeq, context.newId()));
      eventSeq += 1;
    }
  }
  await insertAll(writes, 'changelog', entries);
  await publishRationales(writes, { runId: run.id }, entries, publishedAt);
  await insertAll(writes, 'events', events);
}

async function markItems(
  writes: Writes,
  runId: string,
  providerIds: readonly string[],
  publicationId: string,
): Promise<void> {
  for (let at = 0; at < providerIds.length; at += ITEMS_AT_ONCE) {
    await writes
      .updateTable('run_items')
      .set({ publication_id: publicationId })
      .where('run_id', '=', runId)
      .where('provider_id', 'in', providerIds.slice(at, at + ITEMS_AT_ONCE))
      .execute();
  }
}
