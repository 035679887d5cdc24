// Keeps the signed decisions of each call, with what they read, for 400 days and in a bounded room.

import { gunzipSync, gzipSync } from 'node:zlib';
import {
  canonicalJson,
  type JsonValue,
  type NamedSnapshot,
  type PolicyDecision,
  type PolicySnapshot,
  type SignedDecisions,
} from '@rf-indicators/engine';
import { inPortions, insertAll } from '../store/bulk.ts';
import type { Queries, Writes } from '../store/store.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Room is made for many calls at once. */
const REMOVED_AT_ONCE = 200;

export interface KeptCall {
  idempotencyKey: string | null;
  /** What drafts in shadow would have decided otherwise. */
  shadow: readonly ShadowDecisions[];
  snapshots: readonly NamedSnapshot[];
}

type Decision = PolicyDecision['decision'];

export interface ShadowDecisions {
  version: number;
  digest: string;
  allowed: number;
  reviewed: number;
  blocked: number;
  /** Providers that the draft decides otherwise. */
  others: readonly { provider: string; decision: Decision; instead_of: Decision }[];
}

export function countDecisions(providers: readonly { decision: string }[]) {
  const count = (wanted: string) => providers.filter(({ decision }) => decision === wanted).length;
  return { allowed: count('ALLOW'), reviewed: count('REVIEW'), blocked: count('BLOCK') };
}

/** `room`: how many bytes the calls of a workspace may take. */
export async function keepDecisions(
  writes: Writes,
  signed: SignedDecisions,
  { idempotencyKey, shadow, snapshots }: KeptCall,
  room: number,
): Promise<void> {
  const { document } = signed;
  const { workspace_id } = document;
  const issued_at = Date.parse(document.issued_at);
  const content = gzipSync(JSON.stringify(signed));
  await keepSnapshots(writes, snapshots, issued_at);
  await writes
    .insertInto('policy_decisions')
    .values({
      id: document.decision_id,
      workspace_id,
      policy_name: document.policy.name,
      policy_digest: document.policy.digest,
      exposure: document.exposure,
      reference: document.reference,
      idempotency_key: idempotencyKey,
      request_digest: document.request_digest,
      issued_at,
      hypothetical: document.hypothetical ? 1 : 0,
      ...countDecisions(document.providers),
      signed: content,
      shadow: shadow.length === 0 ? null : JSON.stringify(shadow),
    })
    .execute();
  await makeRoom(writes, workspace_id, content.length, room);
}

async function keepSnapshots(
  writes: Writes,
  snapshots: readonly NamedSnapshot[],
  now: number,
): Promise<void> {
  const today = now - (now % DAY);
  const missing = new Map(snapshots.map((one) => [one.digest, one]));
  for (const portion of inPortions([...missing.keys()])) {
    const known = await writes
      .selectFrom('policy_snapshots')
      .select(['digest', 'last_used_at'])
      .where('digest', 'in', portion)
      .execute();
    for (const { digest } of known) missing.delete(digest);
    const older = known.filter(({ last_used_at }) => last_used_at < today).map(({ digest }) => digest);
    if (older.length > 0)
      await writes
        .updateTable('policy_snapshots')
        .set({ last_used_at: today })
        .where('digest', 'in', older)
        .execute();
  }
  const rows = [...missing.values()].map(({ snapshot, digest }) => ({
    digest,
    content: gzipSync(canonicalJson(snapshot as unknown as JsonValue)),
    last_used_at: today,
  }));
  await insertAll(writes, 'policy_snapshots', rows, { skipExisting: true });
}

async function makeRoom(writes: Writes, workspaceId: string, added: number, room: number): Promise<void> {
  const row = await writes
    .selectFrom('decision_room')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  let taken = (row?.bytes ?? 0) + added;
  let keptSince = row?.kept_since ?? null;
  while (taken > room) {
    const oldest = await writes
      .selectFrom('policy_decisions')
      .select(['id', 'issued_at'])
      .select(({ fn }) => fn<number>('length', ['signed']).as('bytes'))
      .where('workspace_id', '=', workspaceId)
      .orderBy('issued_at')
      .orderBy('id')
      .limit(REMOVED_AT_ONCE)
      .execute();
    // The call itself is the newest one.
    if (oldest.length < 2) break;
    const removed = oldest.length < REMOVED_AT_ONCE ? oldest.slice(0, -1) : oldest;
    await writes
      .deleteFrom('policy_decisions')
      .where(
        'id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute();
    taken -= removed.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    keptSince = removed.at(-1)!.issued_at + 1;
  }
  const values = { bytes: taken, kept_since: keptSince };
  await writes
    .insertInto('decision_room')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute();
}

/** The signed document as it was sent; null if it is not kept, or belongs to another workspace. */
export async function readSigned(
  db: Queries | Writes,
  workspaceId: string,
  id: string,
): Promise<SignedDecisions | null> {
  const row = await db
    .selectFrom('policy_decisions')
    .select('signed')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row === undefined ? null : signedOf(row.signed);
}

/** By their ids; those that are not kept, or belong to another workspace, are absent. */
export async function readSignedCalls(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, SignedDecisions>> {
  const rows = await db
    .selectFrom('policy_decisions')
    .select(['id', 'signed'])
    .where('id', 'in', ids)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return new Map(rows.map(({ id, signed }) => [id, signedOf(signed)]));
}

export function signedOf(content: Uint8Array): SignedDecisions {
  return JSON.parse(gunzipSync(content).toString('utf8')) as SignedDecisions;
}

/** Those that a document names. */
export async function readKeptSnapshots(
  db: Queries,
  { document }: SignedDecisions,
): Promise<PolicySnapshot[]> {
  const digests = [...new Set(document.providers.map(({ snapshot }) => snapshot))];
  const found: PolicySnapshot[] = [];
  for (const portion of inPortions(digests)) {
    const rows = await db
      .selectFrom('policy_snapshots')
      .select('content')
      .where('digest', 'in', portion)
      .execute();
    for (const { content } of rows)
      found.push(JSON.parse(gunzipSync(content).toString('utf8')) as PolicySnapshot);
  }
  return found;
}
