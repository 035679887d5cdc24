// Publishing: one short transaction makes a draft visible, with everything that belongs to it. All that takes
// time (statements, signatures, the log's hashes) is prepared before, for a log of a known size; if the log
// grew meanwhile, the transaction writes nothing and the work is prepared again.

import {
  type Change,
  type ComputationPackage,
  canonicalJson,
  type JsonValue,
  type Methodology,
  makeStatement,
  type Signer,
  signObject,
} from '@rf-indicators/engine';
import type { MasterKey } from '../../secrets/master-key.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { inPortions, insertAll } from '../bulk.ts';
import { type Actor, type Desk, nextSequence, Refusal, recordAct, requireRole, SERVICE } from '../desk.ts';
import { catchUpCheckpointFile, readCheckpointFile, requireConsistency } from '../log/checkpoint-file.ts';
import { currentSigner } from '../log/signing-keys.ts';
import { LogMovedError, type PreparedAppend, prepareAppend, writeAppend } from '../log/store.ts';
import { requireSigned } from '../methodology/signed.ts';
import { needsSecondPerson, type PublishingPolicy } from '../runs/policy.ts';
import { capsText, type Indicator, rescore } from '../runs/standing.ts';
import { changelogKind, changelogRow, eventRow, type NewsItem } from './news.ts';

const ITEMS_AT_ONCE = 100;
const PREPARATIONS = 5;

export interface Publisher {
  masterKey: MasterKey;
  policy: PublishingPolicy;
  /** RF_CHECKPOINT_FILE, if it is set. */
  checkpointFile: string | null;
  /** Checkpoints that someone else kept, to compare with. */
  checkpoints?: readonly string[];
}

export interface PublishOutcome {
  publicationId: string;
  published: number;
  verified: number;
  /** Providers whose publication waits for a second person. */
  held: string[];
  /** It was published before, and nothing was written now. */
  already: boolean;
}

type Run = Database['runs'];
type RunItem = Database['run_items'];

export async function publishRun(
  desk: Desk,
  actor: Actor,
  runId: string,
  publisher: Publisher,
): Promise<PublishOutcome> {
  if (actor !== SERVICE) requireRole(actor, 'operator');
  const { checkpointFile } = publisher;
  if (checkpointFile) await requireConsistency(desk.store.db, readCheckpointFile(checkpointFile));
  await requireConsistency(desk.store.db, publisher.checkpoints ?? []);
  for (let attempt = 1; ; attempt += 1) {
    const earlier = await earlierPublication(desk, runId);
    if (earlier !== null) return earlier;
    const prepared = await prepare(desk, actor, runId, publisher);
    try {
      await desk.store.transaction((writes) => write(desk, writes, actor, prepared));
    } catch (error) {
      if (error instanceof LogMovedError && attempt < PREPARATIONS) continue;
      throw error;
    }
    if (checkpointFile) await catchUpCheckpointFile(desk.store.db, checkpointFile);
    const { publicationId, news, verifying, held } = prepared;
    return {
      publicationId,
      published: news.length,
      verified: verifying.length,
      held: held.map(({ provider_id }) => provider_id),
      already: false,
    };
  }
}

/** Asked again, because an answer was lost or by two people at once, publishing gives the same answer. */
async function earlierPublication({ store }: Desk, runId: string): Promise<PublishOutcome | null> {
  const row = await store.db
    .selectFrom('runs')
    .innerJoin('publications', 'publications.run_id', 'runs.id')
    .select('publications.id')
    .where('runs.id', '=', runId)
    .where('runs.status', '=', 'published')
    .orderBy('publications.published_at', 'desc')
    .executeTakeFirst();
  if (row === undefined) return null;
  const items = await store.db
    .selectFrom('run_items')
    .select('action')
    .where('run_id', '=', runId)
    .where('publication_id', 'is not', null)
    .execute();
  const published = items.filter(({ action }) => action === 'publish').length;
  return { publicationId: row.id, published, verified: items.length - published, held: [], already: true };
}

interface Prepared {
  run: Run;
  publicationId: string;
  approvedBy: string | null;
  publishedAt: number;
  methodology: Methodology;
  news: NewsItem[];
  verifying: RunItem[];
  held: RunItem[];
  append: PreparedAppend | null;
}

async function prepare(
  desk: Desk,
  actor: Actor,
  runId: string,
  { masterKey, policy }: Publisher,
): Promise<Prepared> {
  const { db } = desk.store;
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
  if (run === undefined) throw new Refusal('not_found', `There is no run ${runId}.`);
  if (run.status !== 'draft') throw new Refusal('conflict', `Run ${runId} is ${run.status}, not a draft.`);
  const signed = signedMethodologies(db);
  const methodology = await signed(run.methodology_digest);
  const items = await db
    .selectFrom('run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .where('publication_id', 'is', null)
    .where('action', 'in', ['publish', 'verify'])
    .orderBy('provider_id')
    .orderBy('as_of')
    .execute();
  const approvedBy = await secondPerson(desk, runId, actor);
  const held = approvedBy === null ? items.filter((item) => takesTwo(item, policy)) : [];
  const waiting = new Set(held);
  const publishing = items.filter((item) => item.action === 'publish' && !waiting.has(item));
  if (held.length > 0 && actor !== SERVICE) {
    const who = held.map(({ provider_id }) => provider_id).join(', ');
    throw new Refusal(
      'conflict',
      `A band change or a correction takes a second person: have another reviewer or operator run rf approve-run ${runId}. Providers: ${who}.`,
    );
  }
  const signer = await currentSigner(db, masterKey);
  const publishedAt = desk.clock();
  const publicationId = desk.newId();
  const news: NewsItem[] = [];
  for (let at = 0; at < publishing.length; at += ITEMS_AT_ONCE) {
    const batch = publishing.slice(at, at + ITEMS_AT_ONCE);
    news.push(...(await prepareBatch(desk, run, batch, signed, signer, publicationId, publishedAt)));
  }
  const leaves = news.map(({ indicator }) => ({ kind: 'statement' as const, leaf: indicator.statement }));
  const append = leaves.length === 0 ? null : await prepareAppend(db, leaves, [signer]);
  news.forEach(({ indicator }, index) => {
    indicator.log_index = append!.baseSize + index;
  });
  const verifying = items.filter(({ action }) => action === 'verify');
  return { run, publicationId, approvedBy, publishedAt, methodology, news, verifying, held, append };
}

/** Each framework's signature is checked once for a publication, not once for each indicator. */
function signedMethodologies(db: Queries): (digest: string) => Promise<Methodology> {
  const checked = new Map<string, Promise<Methodology>>();
  return (digest) => {
    const known = checked.get(digest) ?? requireSigned(db, digest).then(({ methodology }) => methodology);
    checked.set(digest, known);
    return known;
  };
}

function takesTwo(item: RunItem, policy: PublishingPolicy): boolean {
  if (item.action !== 'publish') return false;
  return needsSecondPerson({ causes: JSON.parse(item.causes), corrects: item.corrects }, policy);
}

async function secondPerson({ store }: Desk, runId: string, actor: Actor): Promise<string | null> {
  const row = await store.db
    .selectFrom('run_approvals')
    .select('approved_by')
    .where('run_id', '=', runId)
    .where('approved_by', '<>', actor.id)
    .executeTakeFirst();
  return row?.approved_by ?? null;
}

async function prepareBatch(
  desk: Desk,
  run: Run,
  items: readonly RunItem[],
  signed: (digest: string) => Promise<Methodology>,
  signer: Signer,
  publicationId: string,
  publishedAt: number,
): Promise<NewsItem[]> {
  const { db } = desk.store;
  const hashes = items.map(({ package_hash }) => package_hash!);
  const bodies = await db
    .selectFrom('packages')
    .select(['package_hash', 'body'])
    .where('package_hash', 'in', hashes)
    .execute();
  const bodyOf = new Map(bodies.map(({ package_hash, body }) => [package_hash, body]));
  const bases = items
    .flatMap(({ base_verification_id, corrects }) => [base_verification_id, corrects])
    .filter((id) => id !== null);
  const earlier =
    bases.length === 0
      ? []
      : await db.selectFrom('indicators').selectAll().where('verification_id', 'in', bases).execute();
  const indicatorOf = new Map(earlier.map((indicator) => [indicator.verification_id, indicator]));
  const news: NewsItem[] = [];
  for (const item of items) {
    const content = JSON.parse(bodyOf.get(item.package_hash!)!) as ComputationPackage;
    const packaged = {
      package: content,
      package_hash: item.package_hash!,
      verification_id: item.verification_id!,
    };
    // A restated past is corrected, not followed: only what stands now is superseded.
    const isPast = item.corrects !== null && item.corrects !== item.base_verification_id;
    const supersedes = isPast ? null : item.base_verification_id;
    const methodology = await signed(content.methodology_digest);
    const statement = makeStatement(methodology, packaged, { supersedes, corrects: item.corrects });
    const indicator: Indicator = {
      verification_id: item.verification_id!,
      provider_id: item.provider_id,
      publication_id: publicationId,
      package_hash: item.package_hash!,
      methodology_digest: content.methodology_digest,
      as_of: item.as_of,
      known_at: indicatorOf.get(item.corrects ?? '')?.known_at ?? run.known_at,
      published_at: publishedAt,
      final_score: item.final_score!,
      risk_band: item.risk_band!,
      caps: capsText(rescore(methodology, content)),
      statement: canonicalJson(statement as unknown as JsonValue),
      signature: JSON.stringify(await signObject(statement, signer)),
      log_index: -1,
      supersedes,
      corrects: item.corrects,
      correction_reason: item.corrects === null ? null : run.reason,
    };
    news.push({
      indicator,
      providerName: content.provider.name,
      plannerType: content.provider.planner_type,
      previous: indicatorOf.get((item.corrects ?? item.base_verification_id)!) ?? null,
      change: item.change === null ? null : (JSON.parse(item.change) as Change),
      causes: JSON.parse(item.causes),
    });
  }
  return news;
}

async function write(desk: Desk, writes: Writes, actor: Actor, prepared: Prepared): Promise<void> {
  const { run, publicationId, publishedAt, news, verifying, append, held } = prepared;
  await requireUnchanged(writes, prepared);
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
  await tellNews(desk, writes, prepared);
  await setStates(writes, news);
  await confirmStates(writes, verifying, run.as_of);
  const done = [
    ...news.map(({ indicator }) => indicator.provider_id),
    ...verifying.map(({ provider_id }) => provider_id),
  ];
  await markItems(writes, run.id, done, publicationId);
  if (held.length === 0)
    await writes.updateTable('runs').set({ status: 'published' }).where('id', '=', run.id).execute();
  await recordAct(desk, writes, actor, 'run.publish', run.id, null, {
    publication_id: publicationId,
    published: news.length,
    verified: verifying.length,
    held: held.length,
    approved_by: prepared.approvedBy,
  });
}

/** Between preparing and writing another process may have published: then one wins and the other is told. */
async function requireUnchanged(writes: Writes, { run, news, verifying }: Prepared): Promise<void> {
  const now = await writes
    .selectFrom('runs')
    .select('status')
    .where('id', '=', run.id)
    .executeTakeFirstOrThrow();
  if (now.status !== 'draft')
    throw new Refusal('conflict', `Run ${run.id} was published by someone else meanwhile.`);
  const expected = new Map<string, string | null>();
  for (const { indicator } of news) {
    if (indicator.corrects === null || indicator.supersedes !== null)
      expected.set(indicator.provider_id, indicator.supersedes);
  }
  for (const item of verifying) expected.set(item.provider_id, item.base_verification_id);
  const ids = [...expected.keys()];
  const moved: string[] = [];
  for (let at = 0; at < ids.length; at += ITEMS_AT_ONCE) {
    const batch = ids.slice(at, at + ITEMS_AT_ONCE);
    const rows = await writes
      .selectFrom('provider_states')
      .select(['provider_id', 'verification_id'])
      .where('provider_id', 'in', batch)
      .execute();
    const stands = new Map(rows.map(({ provider_id, verification_id }) => [provider_id, verification_id]));
    moved.push(...batch.filter((id) => (stands.get(id) ?? null) !== expected.get(id)));
  }
  if (moved.length === 0) return;
  throw new Refusal(
    'conflict',
    `Something else was published since the run was computed. Run again. Providers: ${moved.join(', ')}.`,
  );
}

async function tellNews(desk: Desk, writes: Writes, { news, methodology }: Prepared): Promise<void> {
  let changelogSeq = await nextSequence(writes, 'changelog');
  let eventSeq = await nextSequence(writes, 'events');
  const entries: Database['changelog'][] = [];
  const events: Database['events'][] = [];
  for (const item of news) {
    const kind = changelogKind(item);
    if (kind === null) continue;
    const entry = changelogRow(item, kind, methodology, changelogSeq, desk.newId());
    entries.push(entry);
    events.push(eventRow(entry, eventSeq, desk.newId()));
    changelogSeq += 1;
    eventSeq += 1;
  }
  await insertAll(writes, 'changelog', entries);
  await insertAll(writes, 'events', events);
}

/** What restates the past leaves standing what stands. */
async function setStates(writes: Writes, news: readonly NewsItem[]): Promise<void> {
  const states = news
    .filter(({ indicator }) => indicator.corrects === null || indicator.supersedes !== null)
    .map(({ indicator: { provider_id, verification_id, published_at } }) => ({
      provider_id,
      verification_id,
      verified_at: published_at,
      stale_since: null,
      stale_reason: null,
      withdrawn_at: null,
      withdrawn_reason: null,
    }));
  for (const portion of inPortions(states, ITEMS_AT_ONCE)) {
    await writes
      .insertInto('provider_states')
      .values(portion)
      .onConflict((conflict) =>
        conflict.column('provider_id').doUpdateSet(({ ref }) => ({
          verification_id: ref('excluded.verification_id'),
          verified_at: ref('excluded.verified_at'),
          stale_since: null,
          stale_reason: null,
          withdrawn_at: null,
          withdrawn_reason: null,
        })),
      )
      .execute();
  }
}

async function confirmStates(writes: Writes, items: readonly RunItem[], asOf: number): Promise<void> {
  for (const portion of inPortions(items, ITEMS_AT_ONCE)) {
    const ids = portion.map(({ provider_id }) => provider_id);
    await writes
      .updateTable('provider_states')
      .set({ stale_since: null, stale_reason: null })
      .where('provider_id', 'in', ids)
      .execute();
    await writes
      .updateTable('provider_states')
      .set({ verified_at: asOf })
      .where('provider_id', 'in', ids)
      .where('verified_at', '<', asOf)
      .execute();
  }
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

/** Another reviewer or operator looks at the draft; who publishes it cannot be the one who approved it. */
export async function approveRun(desk: Desk, actor: Actor, runId: string): Promise<void> {
  requireRole(actor, 'reviewer', 'operator');
  await desk.store.transaction(async (writes) => {
    const run = await writes.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirst();
    if (run?.status !== 'draft') throw new Refusal('not_found', `There is no draft ${runId}.`);
    await writes
      .insertInto('run_approvals')
      .values({ run_id: runId, approved_by: actor.id, approved_at: desk.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await recordAct(desk, writes, actor, 'run.approve', runId, null, null);
  });
}
