// What changed since the last evaluation, by the events: which providers, from which band, and which decisions of policies.

import type { SubscribableEventType } from '@rf-indicators/contract';
import { readEventData } from '../store/event-data.ts';
import type { Database } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

const EVENTS_AT_ONCE = 1000;

/** The first of several changes says what it was before. */
export interface BandBefore {
  band: string;
  at: number;
}

export interface DecisionBefore {
  policy: string;
  decision: string | null;
  now: string;
  sentence: string;
  at: number;
}

export interface Changed {
  /** The last event that was read. */
  seq: number;
  providers: ReadonlySet<string>;
  bands: ReadonlyMap<string, BandBefore>;
  /** By workspace and provider. */
  decisions: ReadonlyMap<string, readonly DecisionBefore[]>;
}

export const decisionKey = (workspaceId: string, provider: string) => `${workspaceId} ${provider}`;

/** Events about what alerts do are not read again. */
const OWN: readonly SubscribableEventType[] = ['alert.opened', 'alert.updated', 'alert.resolved'];

export async function changedSince(db: Queries, cursor: number): Promise<Changed> {
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', cursor)
    .orderBy('seq')
    .limit(EVENTS_AT_ONCE)
    .execute();
  const providers = new Set<string>();
  const bands = new Map<string, BandBefore>();
  const decisions = new Map<string, DecisionBefore[]>();
  for (const event of events) {
    if (OWN.includes(event.type)) continue;
    if (event.type === 'decision.changed') addDecisions(event, decisions, providers);
    if (event.provider_id === null) continue;
    providers.add(event.provider_id);
    const band = bandBefore(event);
    if (band !== null && !bands.has(event.provider_id))
      bands.set(event.provider_id, { band, at: event.created_at });
  }
  return { seq: events.at(-1)?.seq ?? cursor, providers, bands, decisions };
}

/** Null for an event that has no band, and for one with the first band of a provider. */
function bandBefore({ data }: Database['events']): string | null {
  const { previous_band, new_band } = JSON.parse(data) as { previous_band?: string; new_band?: string };
  return previous_band && new_band && previous_band !== new_band ? previous_band : null;
}

function addDecisions(
  { workspace_id, created_at, data }: Database['events'],
  decisions: Map<string, DecisionBefore[]>,
  providers: Set<string>,
): void {
  const { policy, changes } = readEventData({ type: 'decision.changed', data });
  for (const { provider_id, previous_decision, decision, sentence } of changes) {
    providers.add(provider_id);
    const key = decisionKey(workspace_id!, provider_id);
    const before = decisions.get(key) ?? [];
    decisions.set(key, before);
    if (before.every((other) => other.policy !== policy.name))
      before.push({
        ...{ policy: policy.name, decision: previous_decision, now: decision, sentence, at: created_at },
      });
    else Object.assign(before.find((other) => other.policy === policy.name)!, { now: decision, sentence });
  }
}
