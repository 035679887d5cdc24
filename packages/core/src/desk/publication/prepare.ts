// Prepares a publication before the transaction that writes it: statements, signatures and log hashes take time, and
// computing them inside the transaction would block other writers.

import {
  type Change,
  canonicalJson,
  frameworkVersion,
  type JsonValue,
  type Methodology,
  makeConfirmation,
  makeStatement,
  type Signer,
  signObject,
} from '@rf-indicators/engine';
import { type Actor, SERVICE } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { nextPublicationTime } from '../../log/change-times.ts';
import { currentSigner } from '../../log/current-signer.ts';
import { type NewLeaf, type PreparedAppend, prepareAppend } from '../../log/store.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { requireOwnItems, requireOwnRules } from '../facts/own-records.ts';
import { requireNotCancelled } from '../methodology/cancellation.ts';
import { requireSigned } from '../methodology/signed.ts';
import { readPackages } from '../packages/read-packages.ts';
import { requireRationales, withoutRationale } from '../rationales/require-rationales.ts';
import { capsText, type Indicator, rescore } from '../runs/current-indicators.ts';
import { requireSeen } from '../runs/draft-state.ts';
import type { RunItem } from '../runs/run-items.ts';
import type { Content } from '../snapshots/content.ts';
import { type PreparedSnapshots, snapshotPreparer } from '../snapshots/prepare.ts';
import { packagedYields } from '../snapshots/yields.ts';
import { chooseItems } from './choose-items.ts';
import { requireLogged } from './logged-bases.ts';
import type { NewsItem } from './news.ts';
import type { Publisher } from './publisher.ts';

export const ITEMS_AT_ONCE = 100;

export type Run = Database['runs'];

export interface Prepared {
  run: Run;
  publicationId: string;
  approvedBy: string | null;
  publishedAt: number;
  methodology: Methodology;
  /** The items behind the news. */
  publishing: RunItem[];
  news: NewsItem[];
  confirmed: RunItem[];
  held: RunItem[];
  /** Current indicators that the run could not score. */
  unscored: RunItem[];
  confirmation: Database['confirmations'] | null;
  append: PreparedAppend | null;
  /** The signing key, which must still be the current one when the publication is written. */
  signerId: string;
  /** The state of the draft that the person has read. */
  seen: string | undefined;
  snapshots: PreparedSnapshots;
}

export async function prepare(
  context: Context,
  actor: Actor,
  runId: string,
  { masterKey, pinned = null, progress, seen, unsealed }: Publisher,
): Promise<Prepared> {
  const { db } = context.store;
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
  if (run === undefined) throw new Refusal('not_found', `There is no run ${runId}.`);
  if (run.status !== 'draft') throw new Refusal('conflict', `Run ${runId} is ${run.status}, not a draft.`);
  await requireSeen(db, run, seen);
  await requireOwnRules(db, 'Nothing was published');
  await requireOwnItems(db, runId, 'Nothing was published');
  await requireNotCancelled(db, run.methodology_digest);
  const signed = signedMethodologies(db);
  const methodology = await signed(run.methodology_digest);
  const items = await db
    .selectFrom('run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .where('publication_id', 'is', null)
    .where('action', 'in', ['publish', 'verify', 'mark_stale'])
    .orderBy('provider_id')
    .orderBy('as_of')
    .execute();
  const chosen = await chooseItems(db, run, items, actor);
  const { approvedBy } = chosen;
  // What the service publishes waits for its rationale as it waits for its committee; a person is told what is missing.
  const unexplained = new Set(actor === SERVICE ? await withoutRationale(db, runId, chosen.publishing) : []);
  const held = [...chosen.held, ...unexplained];
  const publishing = chosen.publishing.filter((item) => !unexplained.has(item));
  await requireRationales(db, runId, publishing);
  const signer = await currentSigner(db, masterKey);
  const publishedAt = await nextPublicationTime(db, Math.max(context.clock(), run.created_at));
  const publicationId = context.newId();
  const news: NewsItem[] = [];
  const snapshots: PreparedSnapshots = { rows: [], dictionaries: [] };
  const prepareSnapshots = snapshotPreparer(db);
  for (let at = 0; at < publishing.length; at += ITEMS_AT_ONCE) {
    const batch = publishing.slice(at, at + ITEMS_AT_ONCE);
    const { items: made, contents } = await prepareBatch(
      context,
      run,
      batch,
      signed,
      signer,
      publicationId,
      publishedAt,
    );
    news.push(...made);
    const { rows, dictionaries } = await prepareSnapshots(contents);
    snapshots.rows.push(...rows);
    snapshots.dictionaries.push(...dictionaries);
    await progress?.(news.length, publishing.length);
  }
  const confirmed = items.filter(({ action }) => action === 'verify');
  const confirmation = await prepareConfirmation(run, publicationId, confirmed, signer);
  const leaves: NewLeaf[] = [
    ...news.map(({ indicator }) => ({ kind: 'statement' as const, leaf: indicator.statement })),
    ...(confirmation === null ? [] : [{ kind: 'confirmation' as const, leaf: confirmation.record }]),
  ];
  const append = leaves.length === 0 ? null : await prepareAppend(db, leaves, [signer]);
  if (append !== null) await requireLogged(db, run, news, { size: append.baseSize, pinned, unsealed });
  const first = append?.baseSize ?? 0;
  news.forEach(({ indicator }, index) => {
    indicator.log_index = first + index;
  });
  if (confirmation) confirmation.log_index = first + news.length;
  return {
    run,
    publicationId,
    approvedBy,
    publishedAt,
    methodology,
    publishing,
    news,
    confirmed,
    held,
    unscored: items.filter(({ action }) => action === 'mark_stale'),
    confirmation,
    append,
    signerId: signer.id,
    seen,
    snapshots,
  };
}

/** null if the run confirms nothing. Its place in the log is known once the whole append is. */
async function prepareConfirmation(
  run: Run,
  publicationId: string,
  confirmed: readonly RunItem[],
  signer: Signer,
): Promise<Database['confirmations'] | null> {
  if (confirmed.length === 0) return null;
  const { record, verification_ids } = await makeConfirmation({
    at: new Date(run.as_of).toISOString(),
    run: run.id,
    verificationIds: confirmed.map(({ base_verification_id }) => base_verification_id!),
  });
  return {
    run_id: run.id,
    publication_id: publicationId,
    confirmed_at: run.as_of,
    record: canonicalJson(record as unknown as JsonValue),
    signature: JSON.stringify(await signObject(record, signer)),
    verification_ids: JSON.stringify(verification_ids),
    log_index: -1,
  };
}

/** Verifies each framework once per publication instead of once per indicator. */
function signedMethodologies(db: Queries): (digest: string) => Promise<Methodology> {
  const checked = new Map<string, Promise<Methodology>>();
  return (digest) => {
    const known = checked.get(digest) ?? requireSigned(db, digest).then(({ methodology }) => methodology);
    checked.set(digest, known);
    return known;
  };
}

async function prepareBatch(
  context: Context,
  run: Run,
  items: readonly RunItem[],
  signed: (digest: string) => Promise<Methodology>,
  signer: Signer,
  publicationId: string,
  publishedAt: number,
): Promise<{ items: NewsItem[]; contents: [id: string, Content][] }> {
  const { db } = context.store;
  const hashes = items.map(({ package_hash }) => package_hash!);
  const packages = await readPackages(db, hashes);
  const withdrawn = run.kind === 'reinstatement' ? await lastWithdrawn(context, items) : new Map();
  const bases = [
    ...items.flatMap(({ base_verification_id, corrects }) => [base_verification_id, corrects]),
    ...withdrawn.values(),
  ].filter((id) => id !== null);
  const earlier =
    bases.length === 0
      ? []
      : await db.selectFrom('indicators').selectAll().where('verification_id', 'in', bases).execute();
  const indicatorOf = new Map(earlier.map((indicator) => [indicator.verification_id, indicator]));
  const news: NewsItem[] = [];
  const contents: [string, Content][] = [];
  for (const item of items) {
    const content = packages.get(item.package_hash!)!;
    const packaged = {
      package: content,
      package_hash: item.package_hash!,
      verification_id: item.verification_id!,
    };
    // Only the current indicator is superseded; correcting an older one leaves the current one in place.
    const isPast = item.corrects !== null && item.corrects !== item.base_verification_id;
    const supersedes = isPast ? null : item.base_verification_id;
    const methodology = await signed(content.methodology_digest);
    const scored = rescore(methodology, content);
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
      caps: capsText(scored),
      statement: canonicalJson(statement as unknown as JsonValue),
      signature: JSON.stringify(await signObject(statement, signer)),
      log_index: -1,
      supersedes,
      corrects: item.corrects,
      correction_reason: item.corrects === null && run.kind !== 'reinstatement' ? null : run.reason,
      kind: item.kind!,
      renews: item.kind === 'renewal' ? renewedBy(indicatorOf.get(item.base_verification_id!)!) : null,
    };
    const before = item.corrects ?? item.base_verification_id ?? withdrawn.get(item.provider_id) ?? '';
    news.push({
      indicator,
      providerName: content.provider.name,
      plannerType: content.provider.planner_type,
      previous: indicatorOf.get(before) ?? null,
      change: item.change === null ? null : (JSON.parse(item.change) as Change),
      causes: JSON.parse(item.causes),
      contested: item.contested,
    });
    const yields = packagedYields(content);
    // A draft of an older version has none, and gets its snapshot at each read.
    if (yields !== null) {
      const version = frameworkVersion(methodology.document);
      contents.push([
        indicator.verification_id,
        { package: content, methodology, frameworkVersion: version, scored, yields },
      ]);
    }
  }
  return { items: news, contents };
}

/** A renewal of a renewal renews what that one renewed. */
function renewedBy({ renews, verification_id }: Indicator): string {
  return renews ?? verification_id;
}

/** By provider: the indicator that was withdrawn last. */
async function lastWithdrawn({ store }: Context, items: readonly RunItem[]): Promise<Map<string, string>> {
  const ids = items.map(({ provider_id }) => provider_id);
  const rows = await store.db
    .selectFrom('withdrawals')
    .select(['provider_id', 'verification_id'])
    .where('provider_id', 'in', ids)
    .orderBy('withdrawn_at')
    .execute();
  return new Map(rows.map(({ provider_id, verification_id }) => [provider_id, verification_id]));
}
