// Tells workspaces that ask for it when what their active policies decide of new exposure has changed. A policy is evaluated again
// when something was published, when another version is active, and at every instant at which the clock can change a decision.

import { type EventData, entitlementsOf, type Tier } from '@rf-indicators/contract';
import {
  decide,
  type NamedSnapshot,
  type Policy,
  type PolicyDecision,
  validUntil,
} from '@rf-indicators/engine';
import type { Context } from '../context/context.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import { writeWorkspaceEvent } from '../events/write-event.ts';
import { activeVersion, type PolicyVersion } from '../policies/versions.ts';
import { inPortions, insertAll } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { moveTopic, readTopics } from '../store/topics.ts';
import { scopeOf } from './scope.ts';
import { Snapshots, wholeSecond } from './snapshots.ts';

type Changed = EventData<'decision.changed'>;
type Watch = Database['decision_watches'];

const MINUTES_OF_A_DAY = 24 * 60;
/** An event has at most so many changes; more are told in further ones. */
const CHANGES_IN_AN_EVENT = 500;

/** One event for all providers whose decision changed by the same cause. Gives how many were written. */
export async function tellDecisions(context: Context, policy: PublishingPolicy): Promise<number> {
  const { db } = context.store;
  const watched = await watchedPolicies(db);
  if (watched.length === 0) return 0;
  const { published } = await readTopics(db);
  const snapshots = new Snapshots(db, policy);
  let told = 0;
  for (const { workspaceId, name } of watched) {
    const version = await activeVersion(db, workspaceId, name);
    const watch = await watchOf(db, workspaceId, name);
    const now = context.clock();
    const cause = version === null ? null : causeOf(watch, version, published, now);
    if (cause === null) continue;
    const read = await snapshots.current(await scopeOf(db, version!.policy), now);
    const decided = { workspaceId, version: version!, published, at: wholeSecond(now), cause };
    told += await context.store.transaction((writes) => tell(context, writes, decided, watch, read));
  }
  return told;
}

/** Those of workspaces with an endpoint or a watch rule that asks for these events, and the right to scores. */
async function watchedPolicies(db: Queries): Promise<{ workspaceId: string; name: string }[]> {
  const rows = await db
    .selectFrom('policy_versions')
    .innerJoin('workspaces', 'workspaces.id', 'policy_versions.workspace_id')
    .select(['policy_versions.workspace_id', 'policy_versions.name', 'tier', 'entitlements'])
    .where('state', '=', 'active')
    .where('suspended_at', 'is', null)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('webhook_endpoints')
            .select('webhook_endpoints.id')
            .whereRef('webhook_endpoints.workspace_id', '=', 'policy_versions.workspace_id')
            .where('event_types', 'like', '%"decision.changed"%')
            .where('removed_at', 'is', null),
        ),
        exists(
          selectFrom('watch_rules')
            .select('watch_rules.id')
            .whereRef('watch_rules.workspace_id', '=', 'policy_versions.workspace_id')
            .where('conditions', 'like', '%"decision_changed"%')
            .where('is_on', '=', 1),
        ),
      ]),
    )
    .orderBy('policy_versions.workspace_id')
    .orderBy('policy_versions.name')
    .execute();
  return rows
    .filter(({ tier, entitlements }) =>
      entitlementsOf(tier as Tier, JSON.parse(entitlements)).includes('scores'),
    )
    .map(({ workspace_id, name }) => ({ workspaceId: workspace_id, name }));
}

function watchOf(db: Queries | Writes, workspaceId: string, name: string): Promise<Watch | undefined> {
  return db
    .selectFrom('decision_watches')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('policy_name', '=', name)
    .executeTakeFirst();
}

/** Null if nothing can have changed. */
function causeOf(
  watch: Watch | undefined,
  { digest }: PolicyVersion,
  published: number,
  now: number,
): Changed['cause'] | null {
  if (watch?.digest !== digest) return 'policy';
  if (watch.published !== published) return 'publication';
  return watch.next_at <= now ? 'time' : null;
}

interface Decided {
  workspaceId: string;
  version: PolicyVersion;
  published: number;
  at: string;
  cause: Changed['cause'];
}

async function tell(
  context: Context,
  writes: Writes,
  { workspaceId, version, published, at, cause }: Decided,
  watch: Watch | undefined,
  read: readonly NamedSnapshot[],
): Promise<number> {
  const { name, digest, policy } = version;
  // Another node may have told meanwhile.
  const seen = await watchOf(writes, workspaceId, name);
  if (
    seen?.next_at !== watch?.next_at ||
    seen?.published !== watch?.published ||
    seen?.digest !== watch?.digest
  )
    return 0;
  const standing = await standingDecisions(writes, workspaceId, name);
  const decided = read.map(({ snapshot, verification_id }) => ({
    ...decide(policy, snapshot, { at, exposure: 'new' }),
    verification_id,
  }));
  const changed = decided.filter(({ provider, decision }) => standing.get(provider) !== decision);
  await keepStanding(writes, { workspaceId, name }, changed, standing, read);
  const next_at = Date.parse(nextInstant(policy, read, at));
  const values = { digest, published, next_at };
  await writes
    .insertInto('decision_watches')
    .values({ workspace_id: workspaceId, policy_name: name, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'policy_name']).doUpdateSet(values))
    .execute();
  // The first evaluation says what stands; nothing has changed yet.
  if (watch === undefined || changed.length === 0) return 0;
  let told = 0;
  for (const portion of inPortions(changed, CHANGES_IN_AN_EVENT)) {
    await writeWorkspaceEvent(context, writes, 'decision.changed', workspaceId, {
      policy: { name, version: version.version, digest },
      cause,
      decided_at: at,
      changes: portion.map(({ provider, decision, decided_by, sentence, verification_id }) => ({
        provider_id: provider,
        previous_decision: standing.get(provider) ?? null,
        ...{ decision, decided_by, sentence, verification_id },
      })),
    });
    told += 1;
  }
  await moveTopic(writes, 'events');
  return told;
}

/** When the clock can change a decision next. */
function nextInstant(policy: Policy, read: readonly NamedSnapshot[], at: string): string {
  const snapshots = read.map(({ snapshot }) => snapshot);
  return validUntil({ ...policy, valid_minutes: MINUTES_OF_A_DAY }, snapshots, at);
}

type Decision = PolicyDecision['decision'];

async function standingDecisions(
  writes: Writes,
  workspaceId: string,
  name: string,
): Promise<Map<string, Decision>> {
  const rows = await writes
    .selectFrom('standing_decisions')
    .select(['provider_id', 'decision'])
    .where('workspace_id', '=', workspaceId)
    .where('policy_name', '=', name)
    .execute();
  return new Map(rows.map(({ provider_id, decision }) => [provider_id, decision]));
}

async function keepStanding(
  writes: Writes,
  { workspaceId, name }: { workspaceId: string; name: string },
  changed: readonly { provider: string; decision: Decision }[],
  standing: ReadonlyMap<string, Decision>,
  read: readonly NamedSnapshot[],
): Promise<void> {
  const inScope = new Set(read.map(({ snapshot }) => snapshot.provider));
  const gone = [...standing.keys()].filter((provider) => !inScope.has(provider));
  const outdated = [...gone, ...changed.map(({ provider }) => provider)];
  for (const portion of inPortions(outdated))
    await writes
      .deleteFrom('standing_decisions')
      .where('workspace_id', '=', workspaceId)
      .where('policy_name', '=', name)
      .where('provider_id', 'in', portion)
      .execute();
  await insertAll(
    writes,
    'standing_decisions',
    changed.map(({ provider, decision }) => ({
      ...{ workspace_id: workspaceId, policy_name: name, provider_id: provider, decision },
    })),
  );
}
