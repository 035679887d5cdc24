// The webhook endpoints of a workspace: their URLs and the events that they subscribe to.

import {
  DEFAULT_EVENT_TYPES,
  SUBSCRIBABLE_EVENT_TYPES,
  type SubscribableEventType,
  type WebhookEventType,
} from '@rf-indicators/contract';
import { characterProblem } from '@rf-indicators/contract/plain-text';
import { actingMember, type Member } from '../accounts/members.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { findProviders } from '../desk/providers/providers.ts';
import type { Database, DisabledBecause } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { addressesOf, parseTarget, TargetError, type TargetRules } from './target-check.ts';

const MOST_ENDPOINTS = 100;

export type EndpointRow = Database['webhook_endpoints'];

export interface Endpoint {
  id: string;
  workspace_id: string;
  url: string;
  description: string;
  event_types: WebhookEventType[];
  /** All providers if empty. */
  provider_ids: string[];
  /** Whether it has a secret of its own, instead of that of the workspace. */
  own_secret: boolean;
  /** When the last change of its secret ends or ended; null if there was none. */
  secret_overlap_ends_at: number | null;
  enabled: boolean;
  disabled_at: number | null;
  disabled_because: DisabledBecause | null;
  failing_since: number | null;
  created_at: number;
  created_by: string;
}

export interface WantedEndpoint {
  url: string;
  description?: string;
  /** All types if empty or absent. */
  event_types?: readonly string[] | undefined;
  /** Ids or slugs; all providers if empty or absent. */
  providers?: readonly string[];
}

/** The endpoint is sent events from now on. */
export async function addEndpoint(
  context: Context,
  member: Member,
  rules: TargetRules,
  wanted: WantedEndpoint,
): Promise<Endpoint> {
  const url = await readTargetUrl(wanted.url, rules);
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'webhooks.add');
    const others = await listEndpoints(writes, workspace.id);
    if (others.length >= MOST_ENDPOINTS) {
      throw new Refusal(
        'conflict',
        `A workspace can have at most ${MOST_ENDPOINTS} endpoints. Remove one first.`,
      );
    }
    if (others.some((other) => other.url === url)) {
      throw new Refusal(
        'conflict',
        'There is already an endpoint with this URL. Update that endpoint instead.',
      );
    }
    const { last } = await writes
      .selectFrom('events')
      .select(({ fn }) => fn.max('seq').as('last'))
      .executeTakeFirstOrThrow();
    const row: EndpointRow = {
      id: context.newId(),
      workspace_id: workspace.id,
      url,
      description: readDescription(wanted.description ?? ''),
      event_types: JSON.stringify(readEventTypes(wanted.event_types ?? [])),
      provider_ids: JSON.stringify(await readProviderIds(writes, wanted.providers ?? [])),
      from_seq: Number(last ?? 0),
      created_at: context.clock(),
      created_by: member.id,
      disabled_at: null,
      disabled_because: null,
      failing_since: null,
      removed_at: null,
    };
    await writes.insertInto('webhook_endpoints').values(row).execute();
    const endpoint = { ...asEndpoint(row), own_secret: false, secret_overlap_ends_at: null };
    await recordAct(context, writes, member, 'webhook.added', subjectOf(row), null, recordOf(endpoint));
    return endpoint;
  });
}

/** Absent members stay unchanged. The change applies to events from now on. */
export async function updateEndpoint(
  context: Context,
  member: Member,
  rules: TargetRules,
  which: string,
  changes: Partial<WantedEndpoint>,
): Promise<Endpoint> {
  const url = changes.url === undefined ? undefined : await readTargetUrl(changes.url, rules);
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'webhooks.update');
    const before = await requireEndpoint(writes, workspace.id, which);
    const { description, event_types, providers } = changes;
    const after: Endpoint = {
      ...before,
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description: readDescription(description) }),
      ...(event_types === undefined ? {} : { event_types: readEventTypes(event_types) }),
      ...(providers === undefined ? {} : { provider_ids: await readProviderIds(writes, providers) }),
    };
    await writes
      .updateTable('webhook_endpoints')
      .set({
        url: after.url,
        description: after.description,
        event_types: JSON.stringify(after.event_types),
        provider_ids: JSON.stringify(after.provider_ids),
      })
      .where('id', '=', before.id)
      .execute();
    await recordAct(
      context,
      writes,
      member,
      'webhook.updated',
      subjectOf(before),
      recordOf(before),
      recordOf(after),
    );
    return after;
  });
}

/** Oldest first, without removed endpoints. */
export async function listEndpoints(db: Queries | Writes, workspaceId: string): Promise<Endpoint[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const secrets = await secretsByEndpoint(db, workspaceId);
  return rows.map((row) => ({ ...asEndpoint(row), ...secretState(secrets.get(row.id) ?? []) }));
}

type SecretState = Pick<Endpoint, 'own_secret' | 'secret_overlap_ends_at'>;
type Secret = Pick<Database['endpoint_secrets'], 'sealed_secret' | 'retires_at'>;

/** Oldest first. */
async function secretsByEndpoint(db: Queries | Writes, workspaceId: string): Promise<Map<string, Secret[]>> {
  const rows = await db
    .selectFrom('endpoint_secrets')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_secrets.endpoint_id')
    .select(['endpoint_id', 'sealed_secret', 'retires_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('version')
    .execute();
  return Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
}

/** A newest secret that is not sealed stands for that of the workspace. */
function secretState(secrets: readonly Secret[]): SecretState {
  return {
    own_secret: (secrets.at(-1)?.sealed_secret ?? null) !== null,
    secret_overlap_ends_at: secrets.at(-2)?.retires_at ?? null,
  };
}

/** By id, the first 8 or more characters of the id, or URL. */
export async function requireEndpoint(
  db: Queries | Writes,
  workspaceId: string,
  which: string,
): Promise<Endpoint> {
  const all = await listEndpoints(db, workspaceId);
  const exact = all.filter(({ id, url }) => id === which || url === which);
  const found = exact.length > 0 ? exact : all.filter(({ id }) => which.length >= 8 && id.startsWith(which));
  if (found.length === 1) return found[0]!;
  const message =
    found.length === 0
      ? `No endpoint of the workspace has the id or URL "${which}".`
      : `Several endpoints have ids that begin with "${which}".`;
  throw new Refusal('not_found', `${message} To see the endpoints, run rf webhooks list.`);
}

/** Without what other tables tell of it. */
export function asEndpoint(row: EndpointRow): Omit<Endpoint, keyof SecretState> {
  const { from_seq: _, removed_at: _removed, event_types, provider_ids, ...rest } = row;
  return {
    ...rest,
    event_types: JSON.parse(event_types),
    provider_ids: JSON.parse(provider_ids),
    enabled: row.disabled_at === null,
  };
}

export function subjectOf({ id }: { id: string }): string {
  return `webhooks/${id}`;
}

/** For audit records. The path of a URL may contain a secret of the receiver, so only the host is recorded. */
export function recordOf({ workspace_id, url, description, event_types, provider_ids }: Endpoint) {
  return { workspace: workspace_id, host: new URL(url).host, description, event_types, provider_ids };
}

const LONGEST_DESCRIPTION = 200;
const MOST_PROVIDERS = 1000;

/** Call it before the transaction: resolving the host name takes time. */
export async function readTargetUrl(text: string, rules: TargetRules): Promise<string> {
  try {
    const url = parseTarget(text.trim(), rules);
    await addressesOf(url, rules);
    return url.href;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new Refusal('validation_failed', `This URL cannot be an endpoint. ${error.message}`);
  }
}

function readDescription(text: string): string {
  const description = text.trim();
  const problem = characterProblem(description, 'line');
  if (problem !== null) throw new Refusal('validation_failed', `A description ${problem}.`);
  if (description.length <= LONGEST_DESCRIPTION) return description;
  throw new Refusal(
    'validation_failed',
    `A description must have at most ${LONGEST_DESCRIPTION} characters.`,
  );
}

/** In the order of the contract, without duplicates. */
function readEventTypes(given: readonly string[]): SubscribableEventType[] {
  const unknown = given.filter((type) => !SUBSCRIBABLE_EVENT_TYPES.includes(type as SubscribableEventType));
  if (unknown.length > 0) {
    throw new Refusal(
      'validation_failed',
      `"${unknown.join('", "')}" is not an event type that an endpoint can subscribe to. Event types are ${SUBSCRIBABLE_EVENT_TYPES.join(', ')}.`,
    );
  }
  if (given.length === 0) return [...DEFAULT_EVENT_TYPES];
  return SUBSCRIBABLE_EVENT_TYPES.filter((type) => given.includes(type));
}

/** Takes ids or slugs and returns ids. An empty list means all providers. */
async function readProviderIds(db: Queries | Writes, given: readonly string[]): Promise<string[]> {
  if (given.length > MOST_PROVIDERS) {
    throw new Refusal(
      'validation_failed',
      `Name at most ${MOST_PROVIDERS} providers. To receive events about all providers, name none.`,
    );
  }
  const found = await findProviders(db, given);
  const unknown = given.filter((key) => !found.has(key));
  if (unknown.length === 0) return [...new Set([...found.values()].map(({ id }) => id))].sort();
  throw new Refusal('validation_failed', `No provider has the id or slug "${unknown.join('", "')}".`);
}
