// Computes a run: scores providers as of an instant and leaves a draft with what would be published and why. It
// writes in batches without holding a lock; if the process is killed, the run stays in `computing`, not a draft.

import { type Actor, actingStaff, SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import { requireSinceBeginning } from '../../context/beginning.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { ListCheck } from '../../store/records/list-check.ts';
import type { Database, RunKind } from '../../store/schema.ts';
import type { Writes } from '../../store/store.ts';
import { requireOwnRules } from '../facts/own-records.ts';
import { settleDecisions } from '../inputs/settle.ts';
import { openForDraft } from '../matters/open-matter.ts';
import { configurationForRun } from '../methodology/configurations.ts';
import { effectiveMethodology } from '../methodology/signed.ts';
import { compressPackages } from '../packages/write.ts';
import { slugsOf } from '../providers/slugs.ts';
import { COMMITTEE_KINDS, DEFAULT_POLICY, type PublishingPolicy } from './policy.ts';
import { moveProgress, startProgress } from './progress.ts';
import { requireClock } from './require-clock.ts';
import { computeItems, writeItems } from './run-items.ts';

const PROVIDERS_AT_ONCE = 100;

export interface RunRequest {
  kind: RunKind;
  asOf: number;
  /** All providers that are not retired, by default. */
  providerIds?: readonly string[];
  configuration?: string;
  /** Publish every scored provider, even without news. */
  everything?: boolean;
  reason?: string;
  /** Refuse if a run of this kind has an as-of time at or after this instant. */
  onlyFirstSince?: number;
  policy?: PublishingPolicy;
  progress?: (done: number, all: number) => void;
  /** What an earlier run of the same piece of work has compared is not compared again. */
  check?: ListCheck;
  /** Called once the run is in the store, before anything is scored. */
  onStart?: (runId: string) => void;
}

/** `act` is the act whose role rule applies. */
export async function computeRun(
  context: Context,
  actor: Actor,
  request: RunRequest,
  act: 'runs.compute' | 'reinstatements.draft' = 'runs.compute',
): Promise<string> {
  const { store } = context;
  if (request.asOf > context.clock()) {
    throw new Refusal('validation_failed', 'A run cannot score as of a time in the future.');
  }
  await requireSinceBeginning(store.db, request.asOf);
  // Decisions whose time to be taken back is over count, also if nobody has written that down yet.
  await settleDecisions(context);
  await requireClock(store.db, context.clock());
  await requireOwnRules(store.db, 'Nothing was scored');
  const { digest, methodology } = await effectiveMethodology(store.db, request.asOf);
  const configuration = await configurationForRun(context, request.configuration ?? 'default');
  const providerIds = await chooseProviders(context, request.providerIds);
  const run = {
    id: context.newId(),
    kind: request.kind,
    status: 'computing' as const,
    as_of: request.asOf,
    known_at: request.asOf,
    methodology_digest: digest,
    configuration_digest: configuration.digest,
    corrects_proposal: null,
    corrected_by_proposal: null,
    reason: request.reason ?? null,
    created_by: actor.id,
    created_at: context.clock(),
    finished_at: null,
  };
  await store.transaction(async (writes) => {
    if (actor !== SERVICE) await actingStaff(writes, actor, act);
    await startRun(context, writes, actor, run, request.onlyFirstSince);
    await startProgress(writes, run.id, 'scoring', providerIds.length, run.created_at);
  });
  request.onStart?.(run.id);
  const check = request.check ?? new ListCheck();
  for (let at = 0; at < providerIds.length; at += PROVIDERS_AT_ONCE) {
    const batch = providerIds.slice(at, at + PROVIDERS_AT_ONCE);
    const { everything = false, policy = DEFAULT_POLICY } = request;
    const settings = { methodology, configuration: configuration.content, everything, policy, check };
    const computed = await computeItems(context, run, batch, settings);
    const packages = await compressPackages(store, computed.packages);
    const done = Math.min(at + PROVIDERS_AT_ONCE, providerIds.length);
    await store.transaction(async (writes) => {
      await writeItems(writes, packages, computed.items);
      await moveProgress(writes, run.id, 'scoring', done, context.clock());
    });
    request.progress?.(done, providerIds.length);
  }
  await store.transaction((writes) => finishRun(context, writes, actor, run.id));
  return run.id;
}

/**
 * The audit record updates the same row as every decision does. So a decision that is being written when a run
 * starts either commits first, and the run sees it, or is retried and gets a later time.
 */
async function startRun(
  context: Context,
  writes: Writes,
  actor: Actor,
  run: Database['runs'],
  onlyFirstSince: number | undefined,
): Promise<void> {
  if (onlyFirstSince !== undefined) {
    const made = await writes
      .selectFrom('runs')
      .select('id')
      .where('kind', '=', run.kind)
      // A draft that a person discarded is not made again; one that was never finished is.
      .where(({ eb, or }) => or([eb('status', '<>', 'discarded'), eb('finished_at', 'is not', null)]))
      .where('as_of', '>=', onlyFirstSince)
      .executeTakeFirst();
    if (made !== undefined)
      throw new Refusal('conflict', `Run ${made.id} was already computed for this day.`);
  }
  await writes.insertInto('runs').values(run).execute();
  await recordAct(context, writes, actor, 'run.start', run.id, null, { as_of: run.as_of });
}

async function chooseProviders({ store }: Context, named: readonly string[] | undefined): Promise<string[]> {
  const rows = await store.db
    .selectFrom('providers')
    .select('id')
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  if (named === undefined) return [...known];
  const unknown = named.filter((id) => !known.has(id));
  if (unknown.length === 0) return [...named];
  const slugs = await slugsOf(store.db, unknown);
  throw new Refusal('not_found', `These providers are retired or do not exist: ${slugs}.`);
}

export async function finishRun(
  context: Context,
  writes: Writes,
  actor: Actor,
  runId: string,
): Promise<void> {
  const { numUpdatedRows } = await writes
    .updateTable('runs')
    .set({ status: 'draft', finished_at: context.clock() })
    .where('id', '=', runId)
    .where('status', '=', 'computing')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n)
    throw new Refusal(
      'conflict',
      `Run ${runId} was discarded while it was being computed. Compute a new run.`,
    );
  if (await needsDecisions(writes, runId)) await openForDraft(context, writes, runId);
  await recordAct(context, writes, actor, 'run.compute', runId, null, { status: 'draft' });
}

/** Whether the draft has something that the committee decides. A correction is decided even if it restates nothing. */
async function needsDecisions(writes: Writes, runId: string): Promise<boolean> {
  const { kind } = await writes
    .selectFrom('runs')
    .select('kind')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  if (kind === 'correction') return true;
  const item = await writes
    .selectFrom('run_items')
    .select('run_id')
    .where('run_id', '=', runId)
    .where('kind', 'in', [...COMMITTEE_KINDS])
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}
